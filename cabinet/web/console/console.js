// What htmx does not do for the console: the file with its mistakes, the live picture,
// and what a person would miss on a page that changes by itself. Without any script the
// console works, too.
"use strict";

const lost = document.getElementById("lost");

// Nothing is asked for a page that nobody sees, or a log that is being read further up.
document.addEventListener("htmx:beforeRequest", (event) => {
  const read = event.detail.elt.querySelector(".log");
  const up = read && read.scrollTop + read.clientHeight < read.scrollHeight - 8;
  if (document.hidden || up) event.preventDefault();
});

// What is no page of ours, or no answer at all, leaves the page as it was.
document.addEventListener("htmx:beforeSwap", (event) => {
  const kind = event.detail.xhr.getResponseHeader("Content-Type") || "";
  lost.hidden = kind.startsWith("text/html");
  if (!lost.hidden) event.detail.shouldSwap = false;
});
document.addEventListener("htmx:sendError", () => { lost.hidden = false; });

// A form that comes back has the same groups open.
let open = [];
document.addEventListener("htmx:beforeSwap", () => {
  open = Array.from(document.querySelectorAll("details[open][id]"), (each) => each.id);
});

function editor(text) {
  const lines = text.parentElement.querySelector(".lines");
  const wrong = new Set(text.dataset.flaws.split(" "));
  const number = () => {
    const count = text.value.split("\n").length;
    lines.replaceChildren(...Array.from({ length: count }, (_, index) => {
      const row = document.createElement("span");
      row.textContent = `${index + 1}\n`;
      if (wrong.has(String(index + 1))) row.className = "wrong";
      return row;
    }));
  };
  const go = (line, column) => {
    const before = text.value.split("\n").slice(0, line - 1);
    const at = before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
    text.focus();
    text.setSelectionRange(at, at);
    text.scrollTop = (line - 6) * (text.scrollHeight / text.value.split("\n").length);
  };
  text.addEventListener("input", number);
  text.addEventListener("scroll", () => { lines.scrollTop = text.scrollTop; });
  number();
  const flaws = document.querySelectorAll(".flaws a");
  for (const link of flaws) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      go(Number(link.dataset.line), Number(link.dataset.column));
    });
  }
  if (flaws.length) go(Number(flaws[0].dataset.line), Number(flaws[0].dataset.column));
}

const watching = new WeakMap();

function watch(live) {
  const picture = live.querySelector("img"), said = live.querySelector("figcaption");
  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const line = new WebSocket(`${scheme}://${location.host}${live.dataset.live}`);
    watching.set(live, line);
    line.binaryType = "blob";
    line.onmessage = (event) => {
      if (typeof event.data === "string") return;
      const old = picture.src;
      picture.onload = () => { if (old) URL.revokeObjectURL(old); line.send("seen"); };
      picture.onerror = () => line.send("seen");
      picture.src = URL.createObjectURL(event.data);
      said.textContent = "";
    };
    line.onclose = () => {
      said.textContent = live.dataset.lost;
      setTimeout(() => { if (live.isConnected) connect(); }, 2000);
    };
  };
  connect();
}

document.addEventListener("htmx:beforeCleanupElement", (event) => {
  watching.get(event.target)?.close();
});

// The field that a price cannot be made of is marked, and the prices of the mode that is
// being changed are in sight.
function mark() {
  const form = document.getElementById("settings");
  if (!form) return;
  const told = document.querySelector(".preview [data-wrong]") || (form.dataset.wrong ? form : null);
  const path = told && told.dataset.wrong;
  for (const field of form.elements) {
    if (path && (field.name === path || field.name.startsWith(`${path}.`))) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
  const group = (document.activeElement.name || "").split(".").slice(0, 2).join(".");
  const row = group && document.querySelector(`.preview [data-group="${CSS.escape(group)}"]`);
  const frame = document.querySelector(".preview");
  if (row) frame.scrollTop = row.offsetTop - frame.offsetTop - 40;
}
document.addEventListener("focusin", mark);
document.addEventListener("input", () => { delete document.getElementById("settings")?.dataset.wrong; });

// A picture is made small enough for the title here, and sent as PNG; whatever a browser
// cannot draw is sent as it is, and refused in words.
async function prepare(chosen) {
  const form = chosen.form, file = chosen.files[0], shown = form.querySelector("img");
  if (!file) return;
  let blob = file;
  try {
    const picture = await createImageBitmap(file);
    const times = Math.min(1, 1200 / picture.width, 172 / picture.height);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * times));
    canvas.height = Math.max(1, Math.round(picture.height * times));
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    blob = await new Promise((done) => { canvas.toBlob(done, "image/png"); });
    shown.src = URL.createObjectURL(blob);
    shown.hidden = false;
  } catch { shown.hidden = true; }
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  form.elements.data.value = btoa(text).replaceAll("+", "-").replaceAll("/", "_");
}
// A backup begins with what a page needs of it; its books stay in the file.
async function open_backup(chosen) {
  const file = chosen.files[0], data = chosen.form.elements.data;
  data.value = "";
  if (!file) return;
  const head = new DataView(await file.slice(0, 30).arrayBuffer());
  if (head.byteLength < 30 || head.getUint32(0, true) !== 0x04034b50) { data.value = "?"; return; }
  const start = 30 + head.getUint16(26, true) + head.getUint16(28, true);
  data.value = await file.slice(start, start + Math.min(head.getUint32(18, true), 800000)).text();
}
// A release is too large for one request: it goes in pieces, each where the last one ended.
const PIECE = 1 << 20;
async function send_release(form) {
  const file = form.querySelector("input[type=file]").files[0];
  const bar = form.querySelector("progress"), wrong = form.querySelector("[role=alert]");
  const button = form.querySelector("button");
  if (!file) return;
  bar.hidden = false; wrong.hidden = true; button.disabled = true;
  let said = "";
  try {
    for (let at = 0; at < file.size && !said; at += PIECE) {
      const answer = await fetch(`${form.dataset.release}?at=${at}`, { method: "POST", body: file.slice(at, at + PIECE),
        headers: { "Content-Type": "application/octet-stream", "X-Token": form.elements.token.value } });
      const kind = answer.headers.get("Content-Type") || "";
      if (!answer.ok || !kind.startsWith("text/plain")) said = kind.startsWith("text/plain") ? await answer.text() : form.dataset.lost;
      bar.value = Math.min(1, (at + PIECE) / file.size);
    }
  } catch { said = form.dataset.lost; }
  button.disabled = false;
  if (!said) { location.assign("/update"); return; }
  wrong.textContent = said;
  wrong.hidden = false;
}
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-release]")) return;
  event.preventDefault();
  send_release(event.target);
});
document.addEventListener("change", (event) => { if (event.target.matches("[data-backup]")) open_backup(event.target); });
document.addEventListener("change", (event) => { if (event.target.matches("[data-picture]")) prepare(event.target); });

htmx.onLoad((part) => {
  mark();
  for (const id of open) {
    const group = document.getElementById(id);
    if (group) group.open = true;
  }
  for (const text of part.querySelectorAll(".editor textarea")) editor(text);
  for (const live of document.querySelectorAll("[data-live]")) if (!watching.has(live)) watch(live);
  for (const log of part.querySelectorAll(".log")) log.scrollTop = log.scrollHeight;
  // Who sent a form is told what became of it, by eye and by ear.
  if (part.id === "content") part.querySelector(".notice")?.focus();
});

function show_where_one_is() {
  const here = document.querySelector("nav [aria-current]");
  if (here) here.parentElement.scrollLeft = here.offsetLeft - (here.parentElement.clientWidth - here.offsetWidth) / 2;
}
show_where_one_is();
window.addEventListener("resize", show_where_one_is);

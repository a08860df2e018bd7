// The console works without this file; with it prices follow the fingers, the overview
// follows the cabinet, and the file shows where it is wrong.
"use strict";

async function fetched(address, options) {
  const answer = await fetch(address, { ...options, redirect: "error" });
  if (!answer.ok) throw new Error(answer.status);
  return answer.text();
}

for (const part of document.querySelectorAll("[data-refresh]")) {
  setInterval(async () => {
    if (document.hidden) return;
    try { part.innerHTML = await fetched(part.dataset.refresh); } catch { location.reload(); }
  }, Number(part.dataset.every) || 2000);
}

for (const form of document.querySelectorAll("form[data-preview]")) {
  const target = document.getElementById("preview");
  if (!target) continue;
  let waiting = 0;
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      const body = new URLSearchParams(new FormData(form));
      try { target.innerHTML = await fetched(form.dataset.preview || "/preview", { method: "POST", body }); } catch {}
    }, 120);
  });
}

const text = document.querySelector(".editor textarea");
if (text) {
  const lines = document.querySelector(".editor .lines");
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
  for (const link of document.querySelectorAll(".flaws a")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      go(Number(link.dataset.line), Number(link.dataset.column));
    });
  }
  const first = document.querySelector(".flaws a");
  if (first) go(Number(first.dataset.line), Number(first.dataset.column));
}

const live = document.querySelector("[data-live]");
if (live) {
  const picture = live.querySelector("img"), said = live.querySelector("figcaption");
  const connect = () => {
    const line = new WebSocket(live.dataset.live.replace(/^/, `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`));
    line.binaryType = "blob";
    line.onmessage = (event) => {
      if (typeof event.data === "string") return;
      const old = picture.src;
      picture.onload = () => { if (old) URL.revokeObjectURL(old); line.send("seen"); };
      picture.onerror = () => line.send("seen");
      picture.src = URL.createObjectURL(event.data);
      said.textContent = "";
    };
    line.onclose = () => { said.textContent = live.dataset.lost; setTimeout(connect, 2000); };
  };
  connect();
}

const here = document.querySelector("nav [aria-current]");
if (here) here.parentElement.scrollLeft = here.offsetLeft - (here.parentElement.clientWidth - here.offsetWidth) / 2;

const log = document.querySelector("pre.log");
if (log) log.scrollTop = log.scrollHeight;

"use strict";
// The page shows what the cabinet says and sends what is chosen; it knows no rules.
const root = document.documentElement;
const language = root.lang;
const here = location.pathname;
// In the language of the page: words/fr.yaml and words/en.yaml.
const words = JSON.parse(document.getElementById("words").textContent);
let view = null;
let picked = null;
let sending = false;

const at = (id) => document.getElementById(id);

function make(tag, classes, text) {
  const element = document.createElement(tag);
  element.className = classes || "";
  if (text !== undefined) element.textContent = text;
  return element;
}

function say(text, trouble) {
  at("news").textContent = text;
  document.body.classList.toggle("trouble", Boolean(trouble));
}

// The face of a card, pixel by pixel, as the screen draws it; null if it has none.
const pictures = JSON.parse(document.getElementById("pictures").textContent);

function face(what) {
  const rows = (pictures.rows[what.sign] || "").split(" ");
  const colors = (pictures.colors[what.sign + " " + what.family] || "").split(" ");
  if (!rows[0] || !colors[0]) return null;
  const canvas = make("canvas", "face");
  canvas.width = rows[0].length;
  canvas.height = rows.length;
  const ink = canvas.getContext("2d");
  rows.forEach((row, y) => [...row].forEach((letter, x) => {
    if (letter === ".") return;
    ink.fillStyle = colors[letter];
    ink.fillRect(x, y, 1, 1);
  }));
  return canvas;
}

function card(what, tag) {
  const element = make(tag, "card " + (what.family || ""));
  const picture = face(what);
  if (picture) element.append(picture);
  if (what.worth) element.append(make("span", "worth", what.worth));
  if (what.time) element.append(make("b", "", what.time));
  element.append(make("span", "sign", what.name));
  element.title = what.about || "";
  return element;
}

function choose(choice, element) {
  picked = choice;
  for (const other of at("choices").querySelectorAll(".card"))
    other.setAttribute("aria-pressed", String(other === element));
  at("about").textContent = choice.about || choice.name;
  at("go").disabled = false;
}

// A card that a finger is on must not be replaced by another just like it.
let offered = "";

function choices(page) {
  const offer = JSON.stringify([view.match, view.turn, page.heading, page.choices]);
  if (offer === offered) return;
  offered = offer;
  picked = null;
  const grid = make("div", "cards");
  for (const choice of page.choices) {
    const button = card(choice, "button");
    button.dataset.action = choice.action;
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => choose(choice, button));
    grid.append(button);
  }
  const parts = page.heading ? [make("h2", "", page.heading), grid] : [];
  at("choices").replaceChildren(...parts);
  at("play").hidden = !page.choices.length;
  at("about").textContent = words.pick;
  at("go").textContent = words.play;
  at("go").disabled = true;
}

function city(page) {
  const parts = [];
  for (const group of page.groups) {
    const row = make("div", "row");
    for (const each of group.cards) row.append(card(each, "span"));
    parts.push(make("h2", "", group.title), row);
  }
  at("city").replaceChildren(...parts);
}

function table(rows, classes) {
  const element = make("table", "");
  rows.forEach((row, place) => {
    const line = make("tr", classes(place));
    for (const cell of row) line.append(make("td", "", String(cell)));
    element.append(line);
  });
  return element;
}

function points(page) {
  const lines = [...page.lines, [words.total, page.total]];
  at("points").replaceChildren(
    make("h2", "", words.points),
    table(lines, (place) => (place === lines.length - 1 ? "sum" : "")),
    make("h2", "", words.players),
    table(page.players, (place) => (place === view.seat ? "sum" : "")),
  );
}

function news() {
  if (view.mode === "gone") return words.gone;
  if (view.mode === "asked") return words.asked;
  if (view.taken && view.mode === "playing" && !view.over) return words[view.taken];
  if (view.over || ["signing", "result"].includes(view.mode)) return words.over;
  if (view.dice) return words.dice;
  if (view.mode === "playing" && view.due) return words.due;
  if (view.mode === "playing") return view.page ? words.others : words.pad;
  return words[view.mode] || words.wait;
}

function show(next) {
  view = next;
  const page = view.page || { choices: [], groups: [], lines: [], players: [] };
  document.body.classList.toggle("due", Boolean(view.due));
  if (view.name) at("name").textContent = view.name;
  const pad = view.mode === "playing" && !view.page;
  say(news());
  at("pad").hidden = !pad;
  at("keep").hidden = !view.taken || view.mode !== "playing" || view.over;
  at("keep").textContent = view.taken === "wanted" ? words.keep : words.back;
  choices(page);
  city(page);
  if (view.page) points(page); else at("points").replaceChildren();
  root.dataset.turn = view.turn === undefined ? "" : String(view.turn);
  root.dataset.mode = view.mode;
  root.dataset.ready ||= String(Math.round(performance.now()));
}

async function send(kind, message) {
  const answer = await fetch(here + "/" + kind, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(message),
  });
  if (!answer.ok) throw new Error(words["why." + (await answer.json()).code] || words["why.rules"]);
}

async function play() {
  if (!picked || sending) return;
  sending = true;
  at("go").disabled = true;
  try {
    await send("action", { match: view.match, turn: view.turn, action: picked.action });
  } catch (wrong) {
    say(words.refused + wrong.message, true);
    at("go").disabled = !picked;
  }
  sending = false;
}

let events = null;

function listen() {
  if (events) events.close();
  events = new EventSource(here + "/events?lang=" + language);
  events.onmessage = (event) => {
    show(JSON.parse(event.data));
    if (view.mode === "gone") events.close();
  };
  events.onerror = () => {
    if (view && view.mode === "gone") return;
    say(words.away, true);
    // A connection that is lost is tried again by the browser; an answer that is no
    // stream ends it, and only the page says which one it was.
    if (events.readyState === EventSource.CLOSED) ask();
  };
}

async function ask() {
  const answer = await fetch(here, { method: "HEAD" }).catch(() => null);
  if (answer && answer.status === 404) show({ mode: "gone" });
  else setTimeout(listen, 1000);
}

at("go").addEventListener("click", play);
at("keep").addEventListener("pointerdown", () => send("here", {}).catch(() => {}));

// One after the other, so that a finger is never off before it was on.
let line = Promise.resolve();

function press(button, down) {
  if (button.classList.contains("down") === down) return;
  button.classList.toggle("down", down);
  line = line
    .then(() => send("button", { button: button.dataset.button, down }))
    .then(() => down && say(news()))
    .catch((wrong) => say(words.refused + wrong.message, true));
}

for (const button of at("pad").children) {
  button.addEventListener("pointerdown", () => press(button, true));
  for (const off of ["pointerup", "pointerleave", "pointercancel"])
    button.addEventListener(off, () => press(button, false));
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}
document.addEventListener("visibilitychange", () => {
  const over = view && view.mode === "gone";
  if (document.hidden || !events || over) return;
  if (events.readyState === EventSource.CLOSED) listen();
});
if (root.dataset.known === "no") {
  say(words.gone, true);
  root.dataset.mode = "gone";
} else {
  say(words.wait);
  listen();
}

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
  return rows[0] && colors[0] ? drawing(rows, colors) : null;
}

function drawing(rows, colors) {
  const canvas = make("canvas", "face");
  canvas.width = rows[0].length;
  canvas.height = rows.length;
  canvas.setAttribute("aria-hidden", "true"); // the words beside it say the same
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

// The name and the figure of the seat; the phone remembers them for the next game.
const drawn = JSON.parse(document.getElementById("drawn").textContent);
let me = { name: "", figure: "" };
let asked = false;

function remember(value) {
  try {
    if (value) localStorage.setItem("arkade.me", JSON.stringify(value));
    return JSON.parse(localStorage.getItem("arkade.me"));
  } catch { return null; }
}

function stamp(figure) {
  return drawn[figure] ? drawing(drawn[figure], ["#07060f"]) : null;
}

function introduce(close) {
  remember(me);
  if (close) at("me").hidden = true;
  send("me", me).catch((wrong) => say(words.refused + wrong.message, true));
}

// Asked once, and never while it is this player's turn; a touch on the name asks again.
function ask_who() {
  at("me").hidden = false;
  at("called").value = me.name;
  pick_figure(me.figure);
}

function pick_figure(figure) {
  for (const button of at("figures").children)
    button.setAttribute("aria-pressed", String(button.dataset.figure === figure));
}

function meet() {
  const known = remember();
  asked = true;
  if (view.own || view.figure) me = { name: view.own, figure: view.figure };
  else if (known) {
    me = { name: String(known.name || ""), figure: String(known.figure || "") };
    if (me.name || me.figure) introduce(true);
  } else ask_who();
}

function prepare_me() {
  at("me").querySelector("label").textContent = words.called;
  at("skip").textContent = words.skip;
  at("ready").textContent = words.ready;
  for (const figure of Object.keys(drawn)) {
    const button = make("button", "coin");
    button.type = "button";
    button.dataset.figure = figure;
    button.setAttribute("aria-label", words["figure." + figure]);
    button.append(stamp(figure));
    button.addEventListener("click", () => {
      me = { name: at("called").value.trim(), figure };
      pick_figure(figure);
      introduce(false);
    });
    at("figures").append(button);
  }
  at("who").addEventListener("click", ask_who);
  at("skip").addEventListener("click", () => { remember(me); at("me").hidden = true; });
  at("me").addEventListener("submit", (event) => {
    event.preventDefault();
    me = { name: at("called").value.trim(), figure: me.figure };
    introduce(true);
  });
}

function badge() {
  // Between two matches the cabinet knows no names, but the phone does.
  const picture = stamp(view.mode === "again" ? me.figure : view.figure);
  at("name").textContent = view.name || (view.mode === "again" && me.name) || "Arkade";
  at("who").hidden = view.seat === undefined;
  at("figure").replaceChildren(picture || String(view.seat + 1));
}

// What has happened, the newest first; what is new and bad is felt too.
let newest = null;

function events_of(page) {
  const told = page.events || [];
  const parts = told.map((event) => {
    const line = make("p", event.kind);
    const picture = event.card && face(event.card);
    if (picture) line.append(picture);
    line.append(make("span", "", event.text));
    return line;
  });
  at("events").replaceChildren(...(parts.length ? [make("h2", "", words.events), ...parts] : []));
  const before = newest;
  newest = told.length ? told[0].n : newest;
  if (before === null) return;
  const bad = told.filter((event) => event.n > before && event.kind === "robbed");
  if (!bad.length) return;
  if (navigator.vibrate) navigator.vibrate([200, 100, 200, 100, 400]);
  const picture = bad[0].card && face(bad[0].card);
  at("robbed").replaceChildren(...(picture ? [picture] : []), make("span", "", bad[0].text));
  at("robbed").hidden = false;
  setTimeout(() => { at("robbed").hidden = true; }, 5000);
}

function rules(page) {
  at("rules").hidden = !(page.rules || []).length;
  if (at("rules").hidden || at("rules").querySelector("li")) return;
  at("rules").querySelector("summary").textContent = words.rules;
  at("rules").querySelector("ol").append(...page.rules.map((rule) => make("li", "", rule)));
}

// After a match: the same seat of the next one, and what to do without one.
function again() {
  const over = view.mode === "again";
  at("again").hidden = !over;
  at("lost").hidden = view.mode !== "gone";
  if (over && view.next && view.now) location.replace("/p/" + view.next + location.search);
  if (!over) return;
  at("again").querySelector("p").textContent = view.next ? words.again_here : words.again_wait;
  const button = at("again").querySelector("button");
  button.hidden = !view.next;
  button.textContent = words.again + (view.seat + 1);
  button.onclick = () => location.replace("/p/" + view.next + location.search);
}

function lost() {
  const steps = make("ol", "");
  for (const step of ["lost.look", "lost.start", "lost.scan"])
    steps.append(make("li", "", words[step]));
  at("lost").replaceChildren(make("h2", "", words["lost.title"]), steps, make("p", "", words["lost.why"]));
}

// What is left of the minutes, counted here between two words of the cabinet's.
let ends = 0;
let before_s = Infinity;

function count_down() {
  const left = view.stands ? view.time : Math.max(0, ends - performance.now());
  const seconds = Math.ceil(left / 1000);
  at("time").textContent = Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
  at("time").className = seconds <= 10 ? "last" : seconds <= 30 ? "soon" : "";
  for (const mark of [30, 10])
    if (before_s > mark && seconds <= mark && before_s !== Infinity && navigator.vibrate) navigator.vibrate([120, 80, 120]);
  before_s = seconds;
}

function time_left() {
  const timed = view.time !== undefined;
  at("time").hidden = !timed;
  if (!timed) { before_s = Infinity; return; }
  ends = performance.now() + view.time;
  count_down();
}

setInterval(() => { if (view && view.time !== undefined) count_down(); }, 250);

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
  if (view.mode === "again") return words.over;
  if (view.mode === "asked") return words.asked;
  if (view.mode === "idle") return words.idle;
  if (view.taken && view.mode === "playing" && !view.over) return words[view.taken];
  if (view.over || ["signing", "result"].includes(view.mode)) return words.over;
  if (view.dice) return words.dice;
  if (view.mode === "playing" && view.due) return words.due;
  if (view.mode === "playing") return view.page ? words.others : words.pad;
  return words[view.mode] || words.wait;
}

// The house's advice, as often as the cabinet gives it.
function hints() {
  const ask = at("pad").querySelector("[data-button=mode]");
  ask.hidden = !view.hints;
  ask.textContent = "? " + (view.hints || 0);
  ask.setAttribute("aria-label", (words["way.mode"] || "") + " " + ask.textContent);
}

// The cabinet speaks to who does not see its screen.
function voice() {
  at("voice").hidden = !view.voice || view.mode === "gone";
  at("voice").textContent = words.voice;
  at("voice").setAttribute("aria-pressed", String(view.voice === "on"));
}
at("voice").addEventListener("click", () => {
  send("button", { button: "voice", down: true }).catch((wrong) => say(words.refused + wrong.message, true));
});

// How its player wants to play: the same rows as on the cabinet's own page.
function prefers() {
  const rows = view.prefers || [], told = JSON.stringify(rows), box = at("prefers");
  box.hidden = !rows.length;
  if (box.dataset.told === told) return;
  box.dataset.told = told;
  box.querySelector("summary").textContent = words.prefers;
  box.querySelector("div").replaceChildren(...rows.map((row) => {
    const label = document.createElement("label"), list = document.createElement("select");
    for (const [value, said] of row.choices) list.add(new Option(said, value, false, value === row.value));
    list.addEventListener("change", () => {
      send("button", { button: "prefer " + row.name + " " + list.value, down: true })
        .catch((wrong) => say(words.refused + wrong.message, true));
    });
    label.append(row.said, list);
    return label;
  }));
}

function show(next) {
  view = next;
  const page = view.page || { choices: [], groups: [], lines: [], players: [] };
  const called = view.due && !document.body.classList.contains("due");
  document.body.classList.toggle("due", Boolean(view.due));
  // Browsers allow it once the page has been touched; not all phones can.
  if (called && navigator.vibrate) navigator.vibrate(80);
  if (view.seat !== undefined) root.dataset.seat = String(view.seat);
  badge();
  again();
  if (!asked && view.mode === "join" || !asked && view.mode === "playing") meet();
  if (view.due && view.page && at("me").contains(document.activeElement) === false) at("me").hidden = true;
  const pad = (view.mode === "playing" && !view.page) || view.mode === "idle";
  time_left();
  say(news());
  at("pad").hidden = !pad;
  hints();
  voice();
  at("keep").hidden = !view.taken || view.mode !== "playing" || view.over;
  at("keep").textContent = view.taken === "wanted" ? words.keep : words.back;
  choices(page);
  events_of(page);
  city(page);
  rules(page);
  prefers();
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
const stay = () => send("here", {}).catch(() => {});
at("keep").addEventListener("pointerdown", stay);
// A key or a screen reader has no pointer.
at("keep").addEventListener("click", (event) => { if (!event.detail) stay(); });

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
  button.setAttribute("aria-label", words["way." + button.dataset.button] || button.textContent);
  for (const [change, down] of [["keydown", true], ["keyup", false]])
    button.addEventListener(change, (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); press(button, down); }
    });
  button.addEventListener("blur", () => press(button, false));
  // A screen reader clicks without a pointer and without a key.
  button.addEventListener("click", (event) => { if (!event.detail) { press(button, true); press(button, false); } });
}
document.addEventListener("visibilitychange", () => {
  const over = view && view.mode === "gone";
  if (document.hidden || !events || over) return;
  // A phone that slept may have a stream that is dead and does not know it.
  listen();
});
prepare_me();
lost();
at("robbed").addEventListener("click", () => { at("robbed").hidden = true; });
if (root.dataset.known === "no") {
  say(words.gone, true);
  at("lost").hidden = false;
  root.dataset.mode = "gone";
} else {
  say(words.wait);
  listen();
}

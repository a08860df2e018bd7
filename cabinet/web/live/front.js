// The cabinet in a browser: its picture, its sounds and its panel over one websocket.

import { Panel } from "./front_panel.js";
import { Sound } from "./front_sound.js";
import { words } from "./front_words.js";

const RETRY = 500;
const FULL = 1013;
const STILL_HELD = 500;
const root = document.documentElement;
const byId = (id) => document.getElementById(id);
const picture = byId("picture").getContext("2d", { alpha: false });
const sound = new Sound();
let socket = null;
let panel = null;
let owed = 0;
let frames = 0;
let drawing = Promise.resolve();

const language = () => root.dataset.chosen || root.lang;

function say(message) {
  if (socket?.readyState === WebSocket.OPEN) {
    socket.send(typeof message === "string" ? message : JSON.stringify(message));
  }
}

function news(text) {
  byId("news").textContent = text;
  byId("news").hidden = !text;
}

// The picture

async function draw(blob) {
  try {
    const image = await createImageBitmap(blob);
    picture.drawImage(image, 0, 0);
    image.close();
    root.dataset.frames = frames += 1;
  } catch {
    // half a picture: the next one is whole
  }
  // Who does not look says so by not asking for more.
  if (document.hidden) owed += 1;
  else say("seen");
}

// What the cabinet says

function build(front) {
  panel?.releaseAll();
  panel = new Panel({
    front,
    language: language(),
    onchange: (held) => say({ held }),
    oncoin: (line, pulses) => say({ coin: line, pulses }),
  });
  drawTabs();
}

function drawTabs() {
  const tabs = panel.seats.map((seat) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.tabIndex = -1;
    tab.dataset.tab = seat;
    tab.textContent = words(language()).seat + seat.slice(1);
    tab.addEventListener("click", () => sitAt(seat));
    return tab;
  });
  byId("tabs").replaceChildren(...tabs);
  byId("tabs").hidden = tabs.length < 2;
  sitAt(panel.seats.includes(root.dataset.seat) ? root.dataset.seat : panel.seats[0]);
}

function sitAt(seat) {
  panel.releaseAll();
  root.dataset.seat = seat;
  for (const each of document.querySelectorAll(".seat")) {
    each.classList.toggle("mine", each.dataset.seat === seat);
  }
  for (const tab of byId("tabs").children) {
    tab.setAttribute("aria-pressed", tab.dataset.tab === seat);
  }
}

function translate() {
  const speech = words(language());
  byId("mute").title = speech.mute;
  byId("full").title = speech.full;
  byId("door-key").title = speech.behind;
  byId("tabs").setAttribute("aria-label", speech.tabs);
  if (!frames) news(speech.begin);
}

function show(state) {
  if (state) {
    byId("name").textContent = document.title = state.name;
    root.dataset.mode = state.mode;
    root.dataset.credits = state.credits;
    if (root.lang !== state.language) {
      root.lang = state.language;
      translate();
      if (panel && panel.language !== language()) {
        panel.language = language();
        panel.draw();
        drawTabs();
      }
    }
  }
  news(state ? "" : words(language()).away);
  panel?.show(state);
}

function hear(said) {
  if (said.front) build(said.front);
  if ("panel" in said) show(said.panel);
  for (const [kind, name, volume] of said.sounds ?? []) {
    sound.play(kind, name, volume).then((heard) => { if (heard) root.dataset.heard = name; });
  }
  if (said.voice) {
    sound.speak(...said.voice);
    root.dataset.voice = Number(root.dataset.voice ?? 0) + (said.voice[0] ? 1 : 0);
  }
  if ("hold" in said) sound.hold(said.hold);
  if (said.music) {
    root.dataset.tune = said.music[0];
    sound.music(...said.music);
  }
}

// The line

function connect() {
  socket = new WebSocket(new URL("line", location.href.replace(/^http/, "ws")));
  socket.binaryType = "blob";
  owed = 0;
  socket.onmessage = ({ data }) => {
    if (typeof data === "string") hear(JSON.parse(data));
    else drawing = drawing.then(() => draw(data));
  };
  socket.onclose = ({ code, reason }) => {
    panel?.releaseAll();
    sound.music("", 0);
    news(reason || words(language()).lost);
    setTimeout(connect, code === FULL ? 10 * RETRY : RETRY);
  };
}

// Said again while something is held, so that a lost line lets go by itself.
setInterval(() => { if (panel?.held.length) say({ held: panel.held }); }, STILL_HELD);

// Hands that no control has

for (const event of ["pointerdown", "keydown"]) {
  addEventListener(event, () => sound.unlock(), { capture: true });
}
addEventListener("keydown", (event) => { if (panel?.key(event, true)) event.preventDefault(); });
addEventListener("keyup", (event) => { if (panel?.key(event, false)) event.preventDefault(); });
addEventListener("blur", () => panel?.releaseAll());
addEventListener("pagehide", () => panel?.releaseAll());
addEventListener("contextmenu", (event) => event.preventDefault());
document.addEventListener("visibilitychange", () => {
  panel?.releaseAll();
  sound.rest(document.hidden);
  while (!document.hidden && owed) {
    owed -= 1;
    say("seen");
  }
});

byId("mute").addEventListener("click", () => {
  sound.mute(!sound.muted);
  byId("mute").setAttribute("aria-pressed", sound.muted);
  byId("mute").blur();
});
byId("door-key").addEventListener("click", () => {
  const open = root.classList.toggle("door-open");
  byId("door-key").setAttribute("aria-pressed", open);
  byId("door-key").blur();
});
byId("full").addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else root.requestFullscreen?.();
  byId("full").blur();
});

translate();
connect();

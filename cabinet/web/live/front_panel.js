// The drawn front panel: what is on it, and which hands are on that.
//
// A line is held by hands: fingers, the mouse, keys. `onchange` hears of every change;
// all of them together is what the cabinet is told.

import { keyLabel, keyOf, money, words } from "./front_words.js";

const CABINET = ["power", "start", "mode", "player"];
const DOOR = ["service", "test", "door", "tilt"];
const DIRECTIONS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };
const DEAD_ZONE = 0.18;
const SHORTEST = 60;
// Until the counter has said what is paid with.
const EURO = { currency: "EUR", decimals: 2 };
const ENDS = ["pointerup", "pointercancel", "lostpointercapture"];

const byId = (id) => document.getElementById(id);

function make(tag, className, text = "") {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

export class Panel {
  #front;
  #hands = new Map();
  #told = "";
  #codes = new Map();
  #letters = new Map();
  #state = null;
  language = "en";

  constructor({ front, language, onchange, oncoin }) {
    this.#front = front;
    this.language = language;
    this.onchange = onchange;
    this.oncoin = oncoin;
    this.#learnKeys();
    this.draw();
  }

  get held() {
    return [...new Set([...this.#hands.values()].map(({ line }) => line))].sort();
  }

  get seats() {
    const lines = Object.keys(this.#front.keys);
    return [...new Set(lines.filter((l) => /^p\d\./.test(l)).map((l) => l.slice(0, 2)))].sort();
  }

  // Hands

  #press(hand, line) {
    const key = `${hand} ${line}`;
    const before = this.#hands.get(key);
    if (before) this.#open(key, before); // pressed again sooner than it came up
    this.#hands.set(key, { hand, line, since: performance.now() });
    this.#changed();
  }

  /** A tap is quicker than a contact: each press lasts as long as one needs. */
  #release(hand) {
    for (const [key, held] of this.#hands) {
      if (held.hand !== hand || held.timer) continue;
      const left = held.since + SHORTEST - performance.now();
      held.timer = setTimeout(() => this.#open(key, held), Math.max(0, left));
    }
  }

  #open(key, held) {
    clearTimeout(held.timer);
    if (this.#hands.get(key) === held) this.#hands.delete(key);
    this.#changed();
  }

  #holds(hand) {
    return [...this.#hands.values()].find((held) => held.hand === hand && !held.timer)?.line;
  }

  releaseAll() {
    this.#hands.clear();
    this.#changed();
  }

  #changed() {
    const held = this.held;
    if (held.join() === this.#told) return;
    this.#told = held.join();
    for (const control of document.querySelectorAll("[data-line]")) {
      control.classList.toggle("pressed", held.includes(control.dataset.line));
    }
    for (const stick of document.querySelectorAll(".stick")) this.#lean(stick);
    this.onchange(held);
  }

  #learnKeys() {
    const lines = Object.entries(this.#front.keys);
    for (const [line, name] of lines) {
      if (!name) continue;
      const { code, letter } = keyOf(name);
      (code ? this.#codes : this.#letters).set(code ?? letter, line);
    }
    // Ctrl with a digit changes tabs, which no page can prevent: Enter is A too.
    if (this.#codes.get("ControlLeft") === "p1.a" && !this.#codes.has("Enter")) {
      this.#codes.set("Enter", "p1.a");
    }
  }

  /** Whether the key is one of ours. */
  key(event, down) {
    const hand = `key ${event.code}`;
    if (!down) {
      const ours = Boolean(this.#holds(hand));
      this.#release(hand);
      return ours;
    }
    const control = this.#codes.has("ControlLeft");
    if (event.metaKey || (event.ctrlKey && !control)) return false;
    const line = this.#codes.get(event.code) ?? this.#letters.get(event.key.toLowerCase());
    if (!line || event.repeat) return Boolean(line);
    if (line.startsWith("coin.")) this.drop(line, this.#front.coins[line][0][0]);
    else this.#press(hand, line);
    return true;
  }

  #touch(element, line) {
    element.dataset.line = line;
    element.tabIndex = -1;
    element.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      event.preventDefault();
      element.setPointerCapture(event.pointerId);
      this.#press(`finger ${event.pointerId}`, line);
    });
    for (const end of ENDS) {
      element.addEventListener(end, (event) => this.#release(`finger ${event.pointerId}`));
    }
  }

  #steer(stick, seat) {
    const follow = (event) => {
      const { left, top, width, height } = stick.getBoundingClientRect();
      const x = (event.clientX - left) / width - 0.5;
      const y = (event.clientY - top) / height - 0.5;
      const across = Math.abs(x) > Math.abs(y);
      const direction = across ? (x < 0 ? "left" : "right") : y < 0 ? "up" : "down";
      const line = `${seat}.${direction}`;
      const moved = Math.hypot(x, y) > DEAD_ZONE && line in this.#front.keys;
      const hand = `finger ${event.pointerId}`;
      if (moved && this.#holds(hand) === line) return;
      this.#release(hand);
      if (moved) this.#press(hand, line);
    };
    stick.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      event.preventDefault();
      stick.setPointerCapture(event.pointerId);
      follow(event);
    });
    stick.addEventListener("pointermove", (event) => {
      if (stick.hasPointerCapture(event.pointerId)) follow(event);
    });
    for (const end of ENDS) {
      stick.addEventListener(end, (event) => this.#release(`finger ${event.pointerId}`));
    }
  }

  #lean(stick) {
    const leans = this.held
      .filter((line) => line.startsWith(`${stick.dataset.seat}.`))
      .map((line) => DIRECTIONS[line.slice(3)])
      .filter(Boolean);
    const [x, y] = [0, 1].map((axis) => leans.reduce((sum, lean) => sum + lean[axis], 0));
    stick.querySelector(".ball").style.translate = `${x * 22}% ${y * 22}%`;
  }

  // Coins

  drop(line, pulses) {
    const slot = document.querySelector(`.slot[data-slot="${line}"]`);
    const taken = this.#state?.open;
    const coin = make("i", taken ? "falling taken" : "falling");
    slot.querySelector(".mouth").append(coin);
    slot.classList.toggle("returned", !taken);
    setTimeout(() => { coin.remove(); slot.classList.remove("returned"); }, 1500);
    this.oncoin(line, pulses);
  }

  // Looks

  /** Show lamps and lock-out as they are. */
  show(state) {
    const other = state?.currency !== this.#state?.currency;
    this.#state = state;
    if (other) this.draw();
    const lamps = state?.lamps ?? {};
    for (const control of document.querySelectorAll("[data-lamp]")) {
      control.classList.toggle("lit", lamps[control.dataset.lamp] ?? false);
    }
    for (const slot of document.querySelectorAll(".slot")) {
      slot.classList.toggle("open", state?.open ?? false);
      slot.querySelector(".state").textContent =
        words(this.language)[state?.open ? "open" : "shut"];
    }
  }

  draw() {
    this.releaseAll();
    const wired = (lines) => lines.filter((line) => line in this.#front.keys);
    byId("coins").replaceChildren(...Object.keys(this.#front.coins).sort()
      .filter((line) => line in this.#front.keys).map((line) => this.#slot(line)));
    byId("buttons").replaceChildren(...wired(CABINET).map((line) => this.#button(line)));
    byId("door").replaceChildren(...wired(DOOR).map((line) => this.#button(line)));
    byId("door").title = words(this.language).behind;
    byId("seats").replaceChildren(...this.seats.map((seat) => this.#seat(seat)));
  }

  #hint(line) {
    return make("kbd", "", keyLabel(this.#front.keys[line], this.language));
  }

  #slot(line) {
    const speech = words(this.language), kinds = this.#front.coins[line];
    const slot = make("div", "slot plate");
    slot.dataset.slot = line;
    slot.dataset.lamp = "lamp.coin";
    const number = Object.keys(this.#front.coins).length > 1 ? ` ${line.slice(5)}` : "";
    const head = make("b", "", speech.coin + number);
    const mouth = make("button", "mouth");
    mouth.tabIndex = -1;
    mouth.setAttribute("aria-label", speech.insert);
    mouth.append(make("span", "slit"));
    mouth.addEventListener("click", () => this.drop(line, kinds[0][0]));
    const foot = make("div", "foot");
    foot.append(make("span", "state"), this.#hint(line));
    const tray = make("div", "tray");
    tray.append(make("em", "", speech.returned));
    slot.append(head, mouth, foot, tray);
    if (kinds.length > 1) slot.append(this.#purse(line, kinds));
    return slot;
  }

  #purse(line, kinds) {
    const purse = make("div", "purse");
    for (const [pulses, value] of kinds) {
      const text = money(value, this.#state ?? EURO, this.language);
      const coin = make("button", "coin", text);
      coin.tabIndex = -1;
      coin.addEventListener("click", () => this.drop(line, pulses));
      purse.append(coin);
    }
    return purse;
  }

  #button(line) {
    const box = make("div", `button ${line}`);
    const cap = make("button", "cap");
    cap.append(this.#hint(line));
    cap.dataset.lamp = `lamp.${line}`;
    // Its name, and the key that is printed on it.
    cap.setAttribute("aria-label", `${words(this.language)[line]} ${cap.textContent}`.trim());
    this.#touch(cap, line);
    box.append(make("b", "", words(this.language)[line]), cap);
    return box;
  }

  #seat(seat) {
    const plate = make("div", "seat plate");
    plate.dataset.seat = seat;
    plate.classList.toggle("mine", document.documentElement.dataset.seat === seat);
    const head = make("b", "", words(this.language).seat + seat.slice(1));
    head.dataset.lamp = `lamp.${seat}`;
    const stick = make("div", "stick");
    stick.dataset.seat = seat;
    for (const direction of Object.keys(DIRECTIONS)) {
      const line = `${seat}.${direction}`;
      if (!(line in this.#front.keys)) continue;
      const arrow = make("span", `arrow ${direction}`);
      arrow.dataset.line = line;
      arrow.append(this.#hint(line));
      stick.append(arrow);
    }
    stick.append(make("span", "well"), make("span", "ball"));
    this.#steer(stick, seat);
    const pair = make("div", "pair");
    for (const name of ["a", "b"]) {
      const line = `${seat}.${name}`;
      if (!(line in this.#front.keys)) continue;
      const round = make("button", `round ${name}`, name.toUpperCase());
      round.append(this.#hint(line));
      this.#touch(round, line);
      pair.append(round);
    }
    plate.append(head, stick, pair);
    return plate;
  }
}

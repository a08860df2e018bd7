// What the drawn panel says, in both languages, and what its keys are called.

const WORDS = {
  fr: {
    start: "Start", mode: "Mode", player: "Joueur", power: "On/Off",
    service: "Service", test: "Test", door: "Porte", tilt: "Tilt",
    coin: "Pièce", open: "ouvert", shut: "fermé", returned: "rendue", seat: "J",
    up: "haut", down: "bas", left: "gauche", right: "droite",
    insert: "Insérer une pièce", behind: "Derrière la porte",
    mute: "Couper le son", full: "Plein écran", tabs: "Joueur à la manette",
    lost: "La borne ne répond plus. Nouvel essai…",
    away: "Le compteur est absent. Un instant…",
    begin: "La borne s’allume…",
    keys: {
      return: "entrée", space: "espace", escape: "échap", tab: "tab",
      "left ctrl": "ctrl g", "right ctrl": "ctrl d", "left shift": "maj g",
      "right shift": "maj d", "left alt": "alt", "right alt": "alt gr",
      backspace: "retour", delete: "suppr",
    },
  },
  en: {
    start: "Start", mode: "Mode", player: "Player", power: "On/Off",
    service: "Service", test: "Test", door: "Door", tilt: "Tilt",
    coin: "Coin", open: "open", shut: "shut", returned: "returned", seat: "P",
    up: "up", down: "down", left: "left", right: "right",
    insert: "Insert a coin", behind: "Behind the door",
    mute: "Mute", full: "Full screen", tabs: "Player at the stick",
    lost: "The cabinet does not answer. Trying again…",
    away: "The counter is away. One moment…",
    begin: "The cabinet wakes up…",
    keys: {
      return: "enter", space: "space", escape: "esc", tab: "tab",
      "left ctrl": "l ctrl", "right ctrl": "r ctrl", "left shift": "l shift",
      "right shift": "r shift", "left alt": "l alt", "right alt": "r alt",
      backspace: "bksp", delete: "del",
    },
  },
};
const ARROWS = { up: "▲", down: "▼", left: "◀", right: "▶" };
const CODES = {
  up: "ArrowUp", down: "ArrowDown", left: "ArrowLeft", right: "ArrowRight",
  "left ctrl": "ControlLeft", "right ctrl": "ControlRight",
  "left shift": "ShiftLeft", "right shift": "ShiftRight",
  "left alt": "AltLeft", "right alt": "AltRight",
  return: "Enter", space: "Space", tab: "Tab", escape: "Escape",
  backspace: "Backspace", delete: "Delete", insert: "Insert", home: "Home",
  end: "End", "page up": "PageUp", "page down": "PageDown",
};

export const words = (language) => WORDS[language] ?? WORDS.en;

/** What is printed beside a control. */
export const keyLabel = (name, language) =>
  ARROWS[name] ?? words(language).keys[name] ?? name;

/** How the browser tells a key: by its place, or by the letter on it.
    A French keyboard has no unshifted digits, so those go by their place. */
export function keyOf(name) {
  if (CODES[name]) return { code: CODES[name] };
  if (/^[0-9]$/.test(name)) return { code: `Digit${name}` };
  if (/^f\d+$/.test(name)) return { code: name.toUpperCase() };
  if (/^\[\d\]$/.test(name)) return { code: `Numpad${name[1]}` };
  return { letter: name.toLowerCase() };
}

/** An amount of minor units as people write it; `currency` is null for tokens. */
export function money(value, { currency, decimals }, language) {
  const amount = value / 10 ** decimals;
  if (!currency) return String(amount);
  try {
    const style = {
      style: "currency", currency, maximumFractionDigits: decimals,
      minimumFractionDigits: Number.isInteger(amount) ? 0 : decimals,
    };
    return new Intl.NumberFormat(language, style).format(amount);
  } catch {
    return String(amount);
  }
}

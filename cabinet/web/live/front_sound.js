// The cabinet's sounds, played where it is watched. The screen says what and how loud.

const HEADROOM = 0.8;
const DUCKED = 0.3;
const FADE = 0.4;
const DUCKING = 0.06;

export class Sound {
  #context = null;
  #master = null;
  #buffers = new Map();
  #tune = "";
  #level = 0;
  #loop = null;
  #resting = false;
  #voice = null;
  #turns = 0;
  muted = false;

  /** Browsers stay silent until somebody has touched something. */
  unlock() {
    if (!this.#context) {
      const Context = window.AudioContext ?? window.webkitAudioContext;
      if (!Context) return;
      this.#context = new Context();
      this.#master = this.#context.createGain();
      this.#master.connect(this.#context.destination);
      this.mute(this.muted);
      this.#begin();
    }
    if (this.#context.state === "suspended") this.#context.resume();
  }

  mute(muted) {
    this.muted = muted;
    if (this.#master) this.#master.gain.value = muted ? 0 : HEADROOM;
  }

  /** A page nobody looks at is still. */
  rest(resting) {
    this.#resting = resting;
    if (resting) this.#context?.suspend();
    else this.#context?.resume();
  }

  /** Whether it can be heard. */
  async play(kind, name, volume) {
    if (!this.#context || this.#resting) return false;
    const buffer = await this.#buffer(kind, name);
    if (!buffer || this.#context.state !== "running") return false;
    const source = this.#source(buffer, volume);
    source.start();
    if (kind === "coin" || kind === "jingles") this.#duck(buffer.duration);
    return true;
  }

  /** A sentence as samples; none ends the one that is being said. */
  async speak(samples, level) {
    const turn = ++this.#turns;
    this.#voice?.source.stop();
    this.#voice = null;
    if (!samples || !this.#context || this.#resting) return;
    const bytes = Uint8Array.from(atob(samples), (sign) => sign.charCodeAt(0));
    const buffer = await this.#context.decodeAudioData(bytes.buffer).catch(() => null);
    if (!buffer || turn !== this.#turns) return;
    this.#voice = { buffer, level, at: 0 };
    this.#go();
    this.#duck(buffer.duration);
  }

  /** While a coin sounds the voice stands still. */
  hold(held) {
    if (!this.#voice) return;
    if (held) {
      this.#voice.source.stop();
      this.#voice.at += this.#context.currentTime - this.#voice.since;
    } else this.#go();
  }

  #go() {
    const voice = this.#voice;
    voice.since = this.#context.currentTime;
    voice.source = this.#source(voice.buffer, voice.level);
    voice.source.start(0, Math.min(voice.at, voice.buffer.duration));
  }

  music(tune, level) {
    const other = tune !== this.#tune;
    [this.#tune, this.#level] = [tune, level];
    if (!this.#context) return;
    if (other) this.#begin();
    else if (this.#loop) this.#turn(this.#loop, level, FADE);
  }

  async #begin() {
    const [tune, old] = [this.#tune, this.#loop];
    this.#loop = null;
    if (old) {
      this.#turn(old, 0, FADE);
      old.source.stop(this.#context.currentTime + FADE);
    }
    const buffer = tune && (await this.#buffer("music", tune));
    if (!buffer || tune !== this.#tune || this.#loop) return;
    const source = this.#source(buffer, 0);
    source.loop = true;
    source.start(this.#context.currentTime + (old ? FADE : 0));
    this.#loop = { source, gain: source.gain };
    this.#turn(this.#loop, this.#level, FADE);
  }

  #source(buffer, volume) {
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.gain = this.#context.createGain();
    source.gain.gain.value = volume;
    source.connect(source.gain).connect(this.#master);
    return source;
  }

  #turn(loop, level, seconds) {
    const { gain } = loop.gain, now = this.#context.currentTime;
    gain.cancelScheduledValues(now);
    gain.setTargetAtTime(level, now, seconds / 3);
  }

  #duck(seconds) {
    if (!this.#loop) return;
    this.#turn(this.#loop, this.#level * DUCKED, DUCKING);
    this.#loop.gain.gain.setTargetAtTime(
      this.#level, this.#context.currentTime + seconds, FADE / 3);
  }

  #buffer(kind, name) {
    const path = `sounds/${kind}/${name}.ogg`;
    if (!this.#buffers.has(path)) {
      const decoded = fetch(path)
        .then((answer) => answer.arrayBuffer())
        .then((bytes) => this.#context.decodeAudioData(bytes))
        .catch(() => null); // a browser without Vorbis stays silent
      this.#buffers.set(path, decoded);
    }
    return this.#buffers.get(path);
  }
}

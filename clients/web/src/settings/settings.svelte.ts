// The user's settings, stored in the browser: name, language, theme, sound, level of the bots, pace of the table.
export type Language = "en" | "ja";
/** How many colours the suits have. */
export type Deck = "four" | "two";
export type Back = "red" | "indigo" | "moss";
export type Felt = "green" | "blue" | "plum" | "slate";
export type Theme = "auto" | "light" | "dark";
/** How fast the other players' moves are shown. */
export type Speed = "step" | "calm" | "normal" | "quick";
export const SPEEDS: readonly Speed[] = ["step", "calm", "normal", "quick"];

/** How strong a built-in bot is. */
export type Level = "easy" | "normal" | "hard";

interface Saved {
  name: string;
  language: Language | null;
  theme: Theme;
  sound: boolean;
  soundAsked: boolean;
  notify: boolean;
  deck: Deck;
  back: Back;
  felt: Felt;
  level: Level;
  speed: Speed;
  /** Null: as fits the pointer, a mouse or a finger. */
  oneTap: boolean | null;
  forced: boolean;
  /** Whether the cards in the hand are larger. */
  large: boolean;
  /** Whether the player has been asked about a slower pace. */
  paceAsked: boolean;
  /** Whether the player has been asked to keep the games by a recovery code. */
  keepAsked: boolean;
}

const KEY = "tefuda.settings";
const DEFAULTS: Saved = {
  name: "",
  language: null,
  theme: "auto",
  sound: false,
  soundAsked: false,
  notify: false,
  deck: "four",
  back: "red",
  felt: "green",
  level: "easy",
  speed: "normal",
  oneTap: null,
  forced: true,
  large: false,
  paceAsked: false,
  keepAsked: false,
};

function load(): Saved {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Saved>;
    // A browser may still have the backs as a kind of deck.
    const old = saved.deck as string | undefined;
    const backs = old === "indigo" || old === "moss" ? { deck: DEFAULTS.deck, back: old as Back } : {};
    return { ...DEFAULTS, ...saved, ...backs };
  } catch {
    return DEFAULTS;
  }
}

class Settings {
  #saved = $state(load());

  get name(): string {
    return this.#saved.name;
  }
  set name(name: string) {
    this.#save({ name });
  }
  get language(): Language {
    return this.#saved.language ?? (navigator.language.toLowerCase().startsWith("ja") ? "ja" : "en");
  }
  set language(language: Language) {
    this.#save({ language });
  }
  get large(): boolean {
    return this.#saved.large;
  }
  set large(large: boolean) {
    this.#save({ large });
  }
  get theme(): Theme {
    return this.#saved.theme;
  }
  set theme(theme: Theme) {
    this.#save({ theme });
  }
  get sound(): boolean {
    return this.#saved.sound;
  }
  set sound(sound: boolean) {
    this.#save({ sound });
  }
  /** Whether the player has been asked about sounds. */
  get soundAsked(): boolean {
    return this.#saved.soundAsked || this.#saved.sound;
  }
  set soundAsked(soundAsked: boolean) {
    this.#save({ soundAsked });
  }
  get notify(): boolean {
    return this.#saved.notify;
  }
  set notify(notify: boolean) {
    this.#save({ notify });
  }
  get deck(): Deck {
    return this.#saved.deck;
  }
  set deck(deck: Deck) {
    this.#save({ deck });
  }
  get back(): Back {
    return this.#saved.back;
  }
  set back(back: Back) {
    this.#save({ back });
  }
  get felt(): Felt {
    return this.#saved.felt;
  }
  set felt(felt: Felt) {
    this.#save({ felt });
  }
  get level(): Saved["level"] {
    return this.#saved.level;
  }
  set level(level: Saved["level"]) {
    this.#save({ level });
  }
  get speed(): Speed {
    return this.#saved.speed;
  }
  set speed(speed: Speed) {
    this.#save({ speed });
  }

  /** Whether one tap plays a card that can be played in one way only. */
  get oneTap(): boolean {
    return this.#saved.oneTap ?? matchMedia("(hover: hover) and (pointer: fine)").matches;
  }
  set oneTap(oneTap: boolean) {
    this.#save({ oneTap });
  }
  /** Whether against bots the only possible action is carried out by itself. */
  get forced(): boolean {
    return this.#saved.forced;
  }
  set forced(forced: boolean) {
    this.#save({ forced });
  }
  get paceAsked(): boolean {
    return this.#saved.paceAsked || this.#saved.speed !== DEFAULTS.speed;
  }
  set paceAsked(paceAsked: boolean) {
    this.#save({ paceAsked });
  }
  get keepAsked(): boolean {
    return this.#saved.keepAsked;
  }
  set keepAsked(keepAsked: boolean) {
    this.#save({ keepAsked });
  }

  #save(change: Partial<Saved>): void {
    this.#saved = { ...this.#saved, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#saved));
    } catch {
      // Storage may be forbidden in a private window; then the settings last until the page is closed.
    }
  }
}

export const settings = new Settings();

// Texts about what asks for the player's attention: turns, emotes, sounds, the looks of cards and table.
import { settings, type Language } from "../state/settings.svelte";

const en = {
  yourTurn: "Your turn",
  notify: "Tell me when it is my turn while the page is in the background",
  notifyDenied: "Your browser does not allow it.",
  soundAsk: "Sounds?",
  soundOn: "On",
  soundOff: "Off",
  emotes: "Say without words",
  emote: { smile: "smiles", laugh: "laughs", wow: "is amazed", sad: "is sad", clap: "applauds", bow: "bows" } as Record<string, string>,
  deck: "Cards",
  decks: { four: "Four colours", two: "Two colours", indigo: "Indigo backs", moss: "Moss backs" },
  felt: "Table",
  felts: { green: "Green", blue: "Night blue", plum: "Plum", slate: "Slate" },
  asked: "wants to play again",
};

const ja: typeof en = {
  yourTurn: "あなたの番です",
  notify: "ページが裏にあるとき、自分の番を知らせる",
  notifyDenied: "ブラウザが許可していません。",
  soundAsk: "効果音を鳴らしますか?",
  soundOn: "鳴らす",
  soundOff: "鳴らさない",
  emotes: "気持ちを伝える",
  emote: { smile: "にっこり", laugh: "大笑い", wow: "びっくり", sad: "がっかり", clap: "拍手", bow: "お辞儀" },
  deck: "カード",
  decks: { four: "四色", two: "二色", indigo: "藍の裏", moss: "苔の裏" },
  felt: "卓の色",
  felts: { green: "緑", blue: "紺", plum: "えび茶", slate: "墨" },
  asked: "もう一度希望",
};

const words: Record<Language, typeof en> = { en, ja };
/** The texts in the user's language. Reactive, as `t`. */
export const attention = (): typeof en => words[settings.language];

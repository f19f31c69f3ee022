// Texts about what asks for the player's attention: turns, emotes, sounds, the looks of cards and table.
import { settings, type Language } from "../settings/settings.svelte";

const en = {
  yourTurn: "Your turn",
  notify: "Tell me when it’s my turn while I’m on another page",
  notifyDenied: "Your browser does not allow it.",
  soundAsk: "Play sounds?",
  soundOn: "Yes",
  soundOff: "No",
  emotes: "React",
  emote: { smile: "smiles", laugh: "laughs", wow: "is amazed", sad: "is sad", clap: "applauds", bow: "bows" } as Record<
    string,
    string
  >,
  deck: "Suits",
  decks: { four: "In four colours", two: "In two colours" },
  back: "Card backs",
  backs: { red: "Red", indigo: "Indigo", moss: "Moss" },
  large: "Larger cards in my hand",
  felt: "Table",
  felts: { green: "Green", blue: "Night blue", plum: "Plum", slate: "Slate" },
  asked: "wants to play again",
};

const ja: typeof en = {
  yourTurn: "あなたの番です",
  notify: "ほかの画面を見ているときに、自分の番を知らせる",
  notifyDenied: "ブラウザが許可していません。",
  soundAsk: "効果音を鳴らしますか？",
  soundOn: "はい",
  soundOff: "いいえ",
  emotes: "気持ちを伝える",
  emote: { smile: "にっこり", laugh: "大笑い", wow: "びっくり", sad: "がっかり", clap: "拍手", bow: "お辞儀" },
  deck: "マークの色",
  decks: { four: "4色", two: "2色" },
  back: "裏の柄",
  backs: { red: "赤", indigo: "藍", moss: "苔" },
  large: "手札のカードを大きく",
  felt: "卓の色",
  felts: { green: "緑", blue: "紺", plum: "えび茶", slate: "墨" },
  asked: "もう一度希望",
};

const words: Record<Language, typeof en> = { en, ja };
/** The texts in the user's language. Reactive, as `t`. */
export const attention = (): typeof en => words[settings.language];

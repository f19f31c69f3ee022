// Texts of the options, for the dialog that creates a room and for the waiting room.
import type { SelfishOptions } from "../../protocol/wire";
import type { OptionTexts } from "../../skin/types";

export const options: OptionTexts<SelfishOptions> = {
  en: {
    turns: {
      label: "Turns",
      values: {
        stop: { name: "With stops", about: "From turn 2 on anybody may stop." },
        forced: { name: "Always four", about: "Nobody can stop; everybody draws four cards." },
      },
    },
    coming_out: {
      label: "Coming out",
      values: {
        false: { name: "No", about: "Nobody has to say anything." },
        true: { name: "Yes", about: "After turn 2 everybody claims a hand – true or not." },
      },
    },
    scoring: {
      label: "Hands",
      values: {
        full: { name: "All four", about: "Double, Triple, Selfish and Burst." },
        simple: { name: "Only Burst", about: "The plain total counts." },
      },
    },
    selfish_tie: {
      label: "Several Selfish",
      values: {
        sudden_death: { name: "Sudden death", about: "They draw until one is higher." },
        higher: { name: "Higher number", about: "The higher number wins." },
      },
    },
    jokers: {
      label: "Jokers",
      values: {
        "0": { name: "None", about: "52 cards." },
        "1": { name: "One", about: "It stands for any number." },
        "2": { name: "Two", about: "They stand for any number." },
      },
    },
    games: {
      label: "Games",
      values: {
        "1": { name: "One", about: "One game decides." },
        "3": { name: "Three", about: "Most games won wins." },
        "5": { name: "Five", about: "Most games won wins." },
        "10": { name: "Ten", about: "Most games won wins." },
      },
    },
  },
  ja: {
    turns: {
      label: "ターン",
      values: {
        stop: { name: "ストップあり", about: "2ターン目からストップできます。" },
        forced: { name: "強制4ターンルール", about: "ストップなし、全員4枚引きます。" },
      },
    },
    coming_out: {
      label: "カミングアウトルール",
      values: {
        false: { name: "なし", about: "役の宣言はありません。" },
        true: { name: "あり", about: "2ターン目のあと役を宣言。嘘も可。" },
      },
    },
    scoring: {
      label: "役",
      values: {
        full: { name: "すべて", about: "Double・Triple・Selfish・Burst。" },
        simple: { name: "単純計算ルール", about: "役はBurstだけ。合計で勝負。" },
      },
    },
    selfish_tie: {
      label: "Selfish同士",
      values: {
        sudden_death: { name: "サドンデス", about: "差がつくまで引きます。" },
        higher: { name: "数字の大小", about: "大きい数字の勝ち。" },
      },
    },
    jokers: {
      label: "ジョーカー",
      values: {
        "0": { name: "なし", about: "52枚です。" },
        "1": { name: "1枚", about: "どの数字にも化けます。" },
        "2": { name: "2枚", about: "どの数字にも化けます。" },
      },
    },
    games: {
      label: "ゲーム数",
      values: {
        "1": { name: "1回", about: "1回で決着。" },
        "3": { name: "3回", about: "勝った回数の多い人の勝ち。" },
        "5": { name: "5回", about: "勝った回数の多い人の勝ち。" },
        "10": { name: "10回", about: "勝った回数の多い人の勝ち。" },
      },
    },
  },
};

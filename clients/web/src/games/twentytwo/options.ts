// Texts of the options, for the dialog that creates a room and for the waiting room.
import type { TwentytwoOptions } from "../../protocol/wire";
import type { OptionTexts } from "../../skin/types";

export const options: OptionTexts<TwentytwoOptions> = {
  en: {
    variant: {
      label: "Game",
      values: {
        "22": { name: "22", about: "One pack (two from seven players on); a lead has one rank." },
        "26": { name: "26", about: "108 cards with four jokers; plays may mix ranks, and 26 points put you out." },
      },
    },
    decks: {
      label: "Packs",
      values: {
        "1": { name: "One", about: "52 cards, up to six players." },
        "2": { name: "Two", about: "104 cards." },
      },
    },
    max_lead: {
      label: "Mixed leads",
      values: {
        "0": { name: "No limit", about: "A mixed lead may hold all cards but one." },
        "2": { name: "2 cards", about: "A lead of several ranks holds two cards at most." },
        "3": { name: "3 cards", about: "A lead of several ranks holds three cards at most." },
        "4": { name: "4 cards", about: "A lead of several ranks holds four cards at most." },
      },
    },
    follow: {
      label: "Following",
      values: {
        free: { name: "Free", about: "You may always play your lowest cards." },
        must: { name: "Must follow", about: "Who can follow the lead has to." },
      },
    },
    reading: {
      label: "Reading",
      values: {
        usual: { name: "As usual", about: "You follow the highest play so far; lowest cards never win." },
        letter: { name: "By the letter", about: "You follow the play right before; the strongest card wins." },
      },
    },
    losing_cards: {
      label: "Losing cards",
      values: {
        stay: { name: "Stay", about: "They lie before their owner until it is out." },
        return: { name: "Go back", about: "They go back into the next deal." },
      },
    },
  },
  ja: {
    variant: {
      label: "種類",
      values: {
        "22": { name: "22", about: "1組(7人からは2組)。リードは同じランクだけ。" },
        "26": { name: "26", about: "ジョーカー4枚入り108枚。ランクを混ぜて出せ、26点で脱落。" },
      },
    },
    decks: {
      label: "組数",
      values: { "1": { name: "1組", about: "52枚、6人まで。" }, "2": { name: "2組", about: "104枚。" } },
    },
    max_lead: {
      label: "混ぜたリード",
      values: {
        "0": { name: "制限なし", about: "1枚残せば何枚でも。" },
        "2": { name: "2枚", about: "混ぜたリードは2枚まで。" },
        "3": { name: "3枚", about: "混ぜたリードは3枚まで。" },
        "4": { name: "4枚", about: "混ぜたリードは4枚まで。" },
      },
    },
    follow: {
      label: "フォロー",
      values: {
        free: { name: "自由", about: "いつでも最弱のカードを出せます。" },
        must: { name: "マスト", about: "リードと同じか強いカードがあれば、出さなければなりません。" },
      },
    },
    reading: {
      label: "本家の読み方",
      values: {
        usual: { name: "ふつう", about: "これまでで一番強いフォローに続きます。最弱のカードでは勝てません。" },
        letter: { name: "文字どおり", about: "直前のカードに続きます。一番強いカードを出した人が勝ちます。" },
      },
    },
    losing_cards: {
      label: "敗者のカード",
      values: {
        stay: { name: "残す", about: "脱落するまで前に置かれます。" },
        return: { name: "戻す", about: "次のディールに戻します。" },
      },
    },
  },
};

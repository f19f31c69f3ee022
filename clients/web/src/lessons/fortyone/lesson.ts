import en from "../../games/fortyone/en.json?guide";
import ja from "../../games/fortyone/ja.json?guide";
import { recordedFrom, withTexts, type Lesson } from "../types";
import recorded from "./recorded.json";

const card = (code: string): string => `.slot[data-card="${code}"]`;
const PLAY = '[data-action="play"]';

export const lesson: Lesson = {
  recorded: recordedFrom(recorded),
  notes: withTexts({ en, ja }, [
    {
      at: 0,
      target: ["[data-total]"],
    },
    {
      at: 0,
      target: [".track"],
    },
    {
      at: 0,
      target: [PLAY, card("5H")],
    },
    {
      at: 2,
      target: [PLAY, card("2S")],
    },
    {
      at: 4,
      target: [PLAY, card("QS")],
    },
    {
      at: 6,
      target: [PLAY, card("3H")],
    },
    {
      at: 8,
      target: [PLAY, card("JC")],
    },
    {
      at: 10,
      target: [PLAY, card("KS")],
    },
    {
      at: 12,
      target: ['[data-action="pass"]'],
    },
    {
      at: 13,
      target: ['[data-anchor="seat-0"]'],
    },
    {
      at: 13,
      target: ['[data-anchor="seat-0"]'],
    },
  ]),
};

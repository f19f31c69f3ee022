import en from "../../games/fortyone/en.json?guide";
import ja from "../../games/fortyone/ja.json?guide";
import { recordedFrom, withTexts, type Lesson } from "../types";
import recorded from "./recorded.json";

const card = (code: string): string => `.slot[data-card="${code}"]`;
const PLAY = '[data-action="play"]';
/** What one looks at to play: the total, and the cards that it is made of. */
const PLAYED = [".total", ".line"];

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
      spares: PLAYED,
    },
    {
      at: 2,
      target: [PLAY, card("2S")],
      spares: PLAYED,
    },
    {
      at: 4,
      target: [PLAY, card("QS")],
      spares: PLAYED,
    },
    {
      at: 6,
      target: [PLAY, card("3H")],
      spares: PLAYED,
    },
    {
      at: 8,
      target: [PLAY, card("JC")],
      spares: PLAYED,
    },
    {
      at: 10,
      target: [PLAY, card("KS")],
      spares: PLAYED,
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

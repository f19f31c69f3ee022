import en from "../../games/sugekari21/en.json?guide";
import ja from "../../games/sugekari21/ja.json?guide";
import { recordedFrom, withTexts, type Lesson } from "../types";
import recorded from "./recorded.json";

const card = (code: string): string => `.slot[data-card="${code}"]`;
const PLAY = '[data-action="play"]';
/** What one looks at to play: the total, and the cards of the round. */
const PLAYED = ["[data-total]", ".line .card"];
const PASS = '[data-action="pass"]';

export const lesson: Lesson = {
  recorded: recordedFrom(recorded),
  notes: withTexts({ en, ja }, [
    {
      at: 0,
      target: ['[data-anchor="seat-2"]'],
    },
    {
      at: 0,
      target: ["[data-total]"],
    },
    {
      at: 0,
      target: [PLAY, card("9S")],
      spares: PLAYED,
    },
    {
      at: 4,
      target: [PLAY, card("3C")],
      spares: PLAYED,
    },
    {
      at: 5,
      target: [PLAY, card("8H")],
      spares: PLAYED,
    },
    {
      at: 9,
      target: [".ranks", card("8D")],
      spares: PLAYED,
    },
    {
      at: 9,
      target: [PLAY, card("2D")],
      spares: PLAYED,
    },
    {
      at: 13,
      target: [PLAY, card("KD")],
      spares: PLAYED,
    },
    {
      at: 17,
      target: [PASS],
    },
    {
      at: 20,
      target: ['[data-anchor="pile-0"]'],
    },
    {
      at: 20,
      target: ['[data-anchor="pile-0"]'],
    },
  ]),
};

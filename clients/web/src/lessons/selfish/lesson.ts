import en from "../../games/selfish/en.json?guide";
import ja from "../../games/selfish/ja.json?guide";
import { recordedFrom, withTexts, type Lesson } from "../types";
import recorded from "./recorded.json";

const DRAW = '[data-action="draw"]';
/** What the own hand is worth. */
const WORTH = [".own"];

export const lesson: Lesson = {
  recorded: recordedFrom(recorded),
  notes: withTexts({ en, ja }, [
    {
      at: 0,
      target: [".turns"],
    },
    { at: 0, target: [DRAW] },
    {
      at: 1,
      target: [".hand .slot"],
      spares: WORTH,
    },
    { at: 3, target: [DRAW] },
    {
      at: 4,
      target: ['.slot[data-card="7S"],.slot[data-card="7H"]'],
      spares: WORTH,
    },
    {
      at: 4,
      target: ['[data-action="continue"]'],
      spares: WORTH,
    },
    {
      at: 9,
      target: [DRAW],
    },
    {
      at: 10,
      target: ['[data-action="stop"]'],
      spares: WORTH,
    },
    {
      at: 13,
      target: [".hands .hand:nth-child(2)", '[data-anchor="seat-1"]'],
      spares: [".hands .hand", ".others .seat"],
    },
    {
      at: 13,
      target: [".hands .hand:nth-child(1)", ".stop"],
      spares: [".hands .hand", ".others .seat"],
    },
    {
      at: 13,
      target: [".hands .hand:nth-child(1)", ".stop"],
      spares: [".hands .hand", ".others .seat"],
    },
  ]),
};

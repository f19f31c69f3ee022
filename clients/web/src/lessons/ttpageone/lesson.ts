import en from "../../games/ttpageone/en.json?guide";
import ja from "../../games/ttpageone/ja.json?guide";
import { recordedFrom, withTexts, type Lesson } from "../types";
import recorded from "./recorded.json";

const card = (code: string): string => `.slot[data-card="${code}"]`;
const TABLES = [".tables .spot"];
const PLAY = '[data-action="play"]';

export const lesson: Lesson = {
  recorded: recordedFrom(recorded),
  notes: withTexts({ en, ja }, [
    {
      at: 0,
      target: ['[data-choice*="secret"]', ".buttons"],
      spares: [".gives"],
    },
    {
      at: 2,
      target: [`[data-choice='type="hide"']`, card("AC")],
    },
    {
      at: 3,
      target: [PLAY, card("8D"), card("8H")],
      spares: TABLES,
    },
    {
      at: 5,
      target: [PLAY, card("7H")],
      spares: TABLES,
    },
    {
      at: 9,
      target: ['[data-choice*="table=1"]', PLAY, card("9S")],
      spares: TABLES,
    },
    {
      at: 12,
      target: ['[data-action="draw"]'],
      spares: TABLES,
    },
    {
      at: 13,
      target: [PLAY, card("2H")],
      spares: TABLES,
    },
    {
      at: 16,
      target: ['[data-flag="last_one"][aria-pressed="false"]', PLAY, card("2C"), card("2D")],
      spares: TABLES,
    },
    {
      at: 19,
      target: ['[data-choice*="table=1"]', PLAY, card("AC")],
      spares: TABLES,
    },
    {
      at: 20,
      target: [".tables"],
      spares: [".others .seat"],
    },
    {
      at: 20,
      target: [".tables"],
      spares: [".others .seat"],
    },
  ]),
};

import en from "../../games/ttpageone/en.json?guide";
import ja from "../../games/ttpageone/ja.json?guide";
import { recordedFrom, withTexts, type Lesson } from "../types";
import recorded from "./recorded.json";

const card = (code: string): string => `.slot[data-card="${code}"]`;
/** What one looks at to play: the cards to match, and the open hands. */
const LOOKED_AT = [".tables .spot", ".others .open"];
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
      spares: LOOKED_AT,
    },
    {
      at: 5,
      target: [PLAY, card("7H")],
      spares: LOOKED_AT,
    },
    {
      at: 9,
      target: ['[data-choice*="table=1"]', PLAY, card("9S")],
      spares: LOOKED_AT,
    },
    {
      at: 12,
      target: ['[data-action="draw"]'],
      spares: LOOKED_AT,
    },
    {
      at: 13,
      target: [PLAY, card("2H")],
      spares: LOOKED_AT,
    },
    {
      at: 16,
      target: ['[data-flag="last_one"][aria-pressed="false"]', PLAY, card("2C"), card("2D")],
      spares: LOOKED_AT,
    },
    {
      at: 19,
      target: ['[data-choice*="table=1"]', PLAY, card("AC")],
      spares: LOOKED_AT,
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

import en from "../../games/twentytwo/en.json?guide";
import ja from "../../games/twentytwo/ja.json?guide";
import { recordedFrom, withTexts, type Lesson } from "../types";
import recorded from "./recorded.json";

const card = (code: string): string => `.slot[data-card="${code}"]`;
const PLAY = '[data-action="play"]';

export const lesson: Lesson = {
  recorded: recordedFrom(recorded),
  notes: withTexts({ en, ja }, [
    {
      at: 0,
      target: [".hand"],
    },
    {
      at: 0,
      target: ['[data-action="exchange"]', card("8H")],
    },
    {
      at: 3,
      target: [PLAY, card("9S"), card("9D")],
      spares: [".trick .card"],
    },
    {
      at: 6,
      target: ['[data-anchor="seat-2"]'],
    },
    {
      at: 8,
      target: [PLAY, card("KC")],
      spares: [".trick .card"],
    },
    {
      at: 9,
      target: [PLAY, card("AS")],
      spares: [".trick .card"],
    },
    {
      at: 12,
      target: [PLAY, card("JC")],
      spares: [".trick .card"],
    },
    {
      at: 16,
      target: [PLAY, card("2C")],
      spares: [".trick .card"],
    },
    {
      at: 18,
      target: [".show", '[data-anchor="seat-1"]'],
    },
    {
      at: 18,
      target: [".show", '[data-anchor="seat-1"]'],
    },
  ]),
};

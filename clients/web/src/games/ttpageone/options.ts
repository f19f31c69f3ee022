// Texts of the options, for the dialog that creates a room and for the waiting room.
import type { TtpageoneOptions } from "../../protocol/wire";
import type { OptionTexts } from "../../skin/types";

type Games = `${NonNullable<TtpageoneOptions["games"]>}`;
type GamesText = (n: string) => { name: string; about: string };
const GAMES: Games[] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const eachGames = (text: GamesText): Record<Games, ReturnType<GamesText>> =>
  Object.fromEntries(GAMES.map((n) => [n, text(n)])) as Record<Games, ReturnType<GamesText>>;

export const options: OptionTexts<TtpageoneOptions> = {
  en: {
    games: {
      label: "Games",
      values: eachGames((n) => ({
        name: n,
        about: n === "1" ? "The first to go out wins." : `The points of ${n} games are added.`,
      })),
    },
    teams: {
      label: "Teams",
      values: {
        "0": { name: "None", about: "Everybody alone." },
        "2": { name: "Two", about: "Two teams sit alternately (4 or 6 seats)." },
        "3": { name: "Three", about: "Three teams of two (6 seats)." },
      },
    },
  },
  ja: {
    games: {
      label: "ゲーム数",
      values: eachGames((n) => ({
        name: n,
        about: n === "1" ? "先に上がった人の勝ち。" : `${n}ゲームの得点を合計します。`,
      })),
    },
    teams: {
      label: "チーム",
      values: {
        "0": { name: "なし", about: "個人戦です。" },
        "2": { name: "2チーム", about: "交互に座ります(4人か6人)。" },
        "3": { name: "3チーム", about: "二人ずつ3チーム(6人)。" },
      },
    },
  },
};

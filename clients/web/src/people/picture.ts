// Draws the sheet of an evening as a picture to share, in the page's colours.
import { t } from "../i18n/index.svelte";
import { halves, type EveningLine } from "./evening";

const WIDTH = 1080;
const EDGE = 72;
const ROW = 88;
/** More lines than this are not drawn; they are the last ones. */
const MOST = 16;

export interface EveningPicture {
  title: string;
  games: readonly string[];
  lines: readonly EveningLine[];
}

/** The place of each line; who has as many points has the same place. */
export const placesOf = (lines: readonly EveningLine[]): number[] =>
  lines.map(({ points }) => 1 + lines.filter((other) => other.points > points).length);

/** The beginning of a text that is no wider than this. */
function fitted(pen: CanvasRenderingContext2D, text: string, width: number): string {
  const letters = [...text];
  const cut = (): string => (letters.length < [...text].length ? `${letters.join("")}…` : text);
  while (letters.length > 0 && pen.measureText(cut()).width > width) letters.pop();
  return cut();
}

/** Parts with commas between them, in lines no wider than this. */
function wrapped(pen: CanvasRenderingContext2D, parts: readonly string[], width: number): string[] {
  const rows: string[] = [];
  for (const [n, part] of parts.entries()) {
    const text = n < parts.length - 1 ? `${part},` : part;
    const longer = rows.length > 0 ? `${rows.at(-1)} ${text}` : text;
    if (rows.length > 0 && pen.measureText(longer).width <= width) rows[rows.length - 1] = longer;
    else rows.push(text);
  }
  return rows;
}

/** \returns a PNG */
export async function drawEvening({ title, games, lines }: EveningPicture): Promise<Blob> {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d")!;
  const look = getComputedStyle(document.documentElement);
  const colour = (name: string): string => look.getPropertyValue(`--${name}`);
  const set = (weight: number, size: number, family: string, fill: string): void => {
    pen.font = `${weight} ${size}px ${colour(family)}`;
    pen.fillStyle = colour(fill);
  };
  const inner = WIDTH - 2 * EDGE;
  set(400, 34, "sans", "ink-2");
  const played = wrapped(pen, games, inner);
  const shown = lines.slice(0, MOST);
  const places = placesOf(lines);
  const top = 190 + played.length * 46 + 24;
  canvas.width = WIDTH;
  canvas.height = top + shown.length * ROW + 110;

  pen.fillStyle = colour("paper-2");
  pen.fillRect(0, 0, WIDTH, canvas.height);
  pen.fillStyle = colour("seal");
  pen.fillRect(0, 0, WIDTH, 18);
  pen.textBaseline = "middle";
  set(700, 62, "serif", "ink");
  pen.fillText(fitted(pen, title, inner), EDGE, 120);
  set(400, 34, "sans", "ink-2");
  for (const [n, text] of played.entries()) pen.fillText(text, EDGE, 204 + n * 46);

  for (const [n, line] of shown.entries()) {
    const middle = top + (n + 0.5) * ROW;
    pen.fillStyle = colour("line-soft");
    pen.fillRect(EDGE, top + n * ROW, inner, 2);
    pen.beginPath();
    pen.arc(EDGE + 32, middle, 28, 0, 2 * Math.PI);
    pen.fillStyle = colour(places[n] === 1 ? "gold" : "paper-3");
    pen.fill();
    pen.textAlign = "center";
    set(700, 34, "serif", "ink");
    if (places[n] === 1) pen.fillStyle = "#241c0c";
    pen.fillText(String(places[n]), EDGE + 32, middle);
    pen.textAlign = "left";
    set(places[n] === 1 ? 700 : 400, 42, "sans", line.seat === null ? "ink-2" : "ink");
    pen.fillText(fitted(pen, line.name, inner - 250), EDGE + 86, middle);
    pen.textAlign = "right";
    set(700, 50, "serif", "ink");
    pen.fillText(halves(line.points), WIDTH - EDGE, middle);
    pen.textAlign = "left";
  }
  set(400, 30, "sans", "ink-2");
  pen.fillText(`${t().appName} · ${location.host}`, EDGE, canvas.height - 52);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

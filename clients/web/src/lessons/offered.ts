// For which games the guided first game has been offered in this browser; it is offered once.
const KEY = "tefuda.lessons";

function load(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[];
  } catch {
    return [];
  }
}

export const wasOffered = (game: string): boolean => load().includes(game);

export function setOffered(game: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...load(), game])]));
  } catch {
    // Without storage it is offered again.
  }
}

const lessons = import.meta.glob<{ lesson: import("./types").Lesson }>("./*/lesson.ts");

export const hasLesson = (game: string): boolean => `./${game}/lesson.ts` in lessons;

export const loadLesson = async (game: string): Promise<import("./types").Lesson | null> =>
  (await lessons[`./${game}/lesson.ts`]?.())?.lesson ?? null;

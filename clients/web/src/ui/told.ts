// Which tips have been told in this browser.
const KEY = "tefuda.tips";

function load(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[];
  } catch {
    return [];
  }
}

const told = new Set(load());

export const tipTold = (id: string): boolean => told.has(id);

export function tellTip(id: string): void {
  told.add(id);
  try {
    localStorage.setItem(KEY, JSON.stringify([...told]));
  } catch {
    // Without storage it is told again after a reload.
  }
}

/** The list that local storage has under this key, without what is no item; empty if there is none, or no storage. */
export function storedList<T>(key: string, isItem: (value: unknown) => value is T): T[] {
  try {
    const list = JSON.parse(localStorage.getItem(key) ?? "[]") as unknown;
    return Array.isArray(list) ? list.filter(isItem) : [];
  } catch {
    return [];
  }
}

// Copies a text, and knows whether that has worked. A page that came over plain http, as in a home's network, has no
// `navigator.clipboard`.

/** How long it is said that the text was copied. */
const TOLD_MS = 2500;

/** Copies what is selected in a field of its own. */
function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  Object.assign(field.style, { position: "fixed", top: "0", opacity: "0" });
  // Nothing outside of an open dialog can be selected.
  (before?.closest("dialog") ?? document.body).append(field);
  try {
    field.select();
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}

/** \returns whether the text is copied */
export async function copyText(text: string): Promise<boolean> {
  const { clipboard } = navigator as Partial<Navigator>;
  try {
    if (clipboard) {
      await clipboard.writeText(text);
      return true;
    }
  } catch {
    // Not allowed here: there is another way.
  }
  return copySelected(text);
}

/** What a button that copies shows. */
export class Copying {
  /** Whether to say that it was copied. */
  done = $state(false);
  /** What could not be copied: CopyByHand shows it; empty if there is nothing. */
  byHand = $state("");

  async copy(text: string): Promise<void> {
    this.done = await copyText(text);
    this.byHand = this.done ? "" : text;
    if (this.done) setTimeout(() => (this.done = false), TOLD_MS);
  }

  /** By the system's own dialog where there is one, else copies `text`. */
  async share(data: ShareData, text: string): Promise<void> {
    const system = navigator as Partial<Navigator>;
    if (system.share) await system.share(data).catch(() => {});
    else await this.copy(text);
  }
}

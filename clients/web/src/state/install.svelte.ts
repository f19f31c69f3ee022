// Whether the browser offers to install the page as an app.

/** What Chromium sends (https://wicg.github.io/manifest-incubations/#beforeinstallpromptevent); other browsers never do. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

class Install {
  #prompt = $state.raw<InstallPrompt | null>(null);

  /** Listens from now on: the browser tells once, soon after the page is loaded. */
  begin(): void {
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.#prompt = event as InstallPrompt;
    });
    addEventListener("appinstalled", () => (this.#prompt = null));
  }
  get offered(): boolean {
    return this.#prompt !== null;
  }
  /** Has the browser ask. It can be asked to once. */
  ask(): void {
    void this.#prompt?.prompt().catch(() => {});
    this.#prompt = null;
  }
}

export const install = new Install();

// Texts that come from a server, for a terminal or a log.

/** The text with everything escaped that is no visible character: nobody else writes to our terminal. JSON stays what it was. */
export const plain = (text) =>
  String(text).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (one) =>
    one
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );

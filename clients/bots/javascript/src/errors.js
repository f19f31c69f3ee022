/** The server's `error`. */
export class Refused extends Error {
  constructor(code, message, details) {
    super(`${code}: ${message}`);
    this.code = code;
    this.details = details;
  }
}

/** The connection was lost before the answer came. */
export class Lost extends Error {}

import { plain } from "./plain.js";

/** The server answered a message with `error`, or took the seat away (code "replaced"). */
export class Refused extends Error {
  constructor(code, message, details) {
    super(plain(`${code}: ${message}`));
    this.code = code;
    this.details = details;
  }
}

/** The connection was lost before the reply arrived. */
export class Lost extends Error {}

/** No match began in a room for as long as the seat was to wait. */
export class NoMatch extends Error {}

/** The server has sent something that is no message of the protocol, or one that lacks a field. */
export class Unreadable extends Error {
  isFinal = true; // another attempt would not help

  constructor(problem, text) {
    super(plain(`The server sends ${problem}: ${text.slice(0, 200)}`));
  }
}

/** The connection was lost before the message was sent. */
export class NotSent extends Lost {}

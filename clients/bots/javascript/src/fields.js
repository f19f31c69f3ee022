// Reads what a server sends.
import { Unreadable } from "./errors.js";

/** A message of the server; throws Unreadable. */
export function messageFrom(text) {
  let message = null;
  try {
    message = JSON.parse(text);
  } catch {
    // It is none.
  }
  if (message === null || typeof message !== "object" || Array.isArray(message)) throw new Unreadable("what is no message", String(text));
  return message;
}

/** A field that must be there, of this type if one is given; throws Unreadable. */
export function field(message, name, type = null) {
  const value = message?.[name];
  if (value === undefined) throw new Unreadable(`a message without ${name}`, JSON.stringify(message ?? null));
  if (type && !(type === "array" ? Array.isArray(value) : typeof value === type))
    throw new Unreadable(`a message in which ${name} is of another type`, JSON.stringify(value));
  return value;
}

// Which fields of a game have seats, from the schemas that the server has of its messages.

interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

const children = (schema: Schema): Schema[] => [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
/** A seat, one or none, or a list of seats. */
const hasSeats = (schema: Schema): boolean => /\/Seat$/.test(schema.$ref ?? "") || children(schema).some(hasSeats);

function* fieldsIn(schema: Schema): Generator<string> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (hasSeats(field)) yield name;
    yield* fieldsIn(field);
  }
  for (const child of children(schema)) yield* fieldsIn(child);
}

/** The fields in what a game has on the wire; null if none of these schemas is the game's. */
export function seatFields(schemas: Record<string, Schema>, game: string): Set<string> | null {
  const own = Object.entries(schemas).filter(([name]) => name.startsWith(`${game}.`));
  return own.length > 0 ? new Set(own.flatMap(([, schema]) => [...fieldsIn(schema)])) : null;
}

let asked: Promise<Record<string, Schema>> | null = null;

/** The same, from this server; null if it can't be asked now. */
export async function seatFieldsOf(game: string): Promise<Set<string> | null> {
  asked ??= fetch("/asyncapi.json")
    .then(
      async (reply) => ((await reply.json()) as { components: { schemas: Record<string, Schema> } }).components.schemas,
    )
    .catch(() => {
      asked = null; // the next game asks again
      return {};
    });
  return seatFields(await asked, game);
}

// In a browser: takes a seat in the room that the address names.
import { Client, randomAction } from "./kit/index.js";

const client = await Client.connect(`ws://${location.host}/ws`);
await client.join(location.hash.slice(1), { choose: (update) => randomAction(update.legal) }, { name: "browser" });

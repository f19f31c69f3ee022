// Runs in a browser: takes a seat in the room whose code is the URL's fragment.
import { Client, randomAction } from "./kit/index.js";

const client = await Client.connect(`ws://${location.host}/ws`);
await client.join(location.hash.slice(1), { choose: (update) => randomAction(update.legal) }, { name: "browser" });

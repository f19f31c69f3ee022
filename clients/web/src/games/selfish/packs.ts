import type { SelfishOptions } from "../../protocol/wire";
import { freshPack, shuffles, type Packs } from "../../verify/packs";

/** Every shuffle is of the whole pack; a sudden death that runs out of cards shuffles all of them again. */
export const packs: Packs = ({ replay }) => shuffles(replay).map(() => freshPack(1, (replay.options as SelfishOptions).jokers ?? 0));

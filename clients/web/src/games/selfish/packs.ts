import type { SelfishOptions } from "../../protocol/wire";
import { freshPack, shuffles, type Packs } from "../../verify/packs";

/** A sudden death that runs out of cards gathers all of them. */
export const packs: Packs = ({ replay }) => shuffles(replay).map(() => freshPack(1, (replay.options as SelfishOptions).jokers ?? 0));

import { freshPack, type Packs } from "../../verify/packs";

export const packs: Packs = () => [freshPack(1, 0)];

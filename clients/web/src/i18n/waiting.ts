// Texts of the waiting room.
import { settings, type Language } from "../settings/settings.svelte";

const en = {
  called: (name: string) => `The others see you as “${name}”.`,
  rename: "Choose another name",
  sitHere: "Sit here",
  kickSure: (name: string) => `Remove ${name}?`,
  kickDoes: (name: string) =>
    `The seat becomes free. ${name} may watch, and can’t sit down here again for about ten minutes.`,
  kickYes: "Remove",
  kickNo: "Keep",
};

const ja: typeof en = {
  called: (name) => `ほかの人には「${name}」と表示されます。`,
  rename: "名前を変える",
  sitHere: "ここに座る",
  kickSure: (name) => `${name}さんを席から外しますか？`,
  kickDoes: (name) => `席が空きます。${name}さんは観戦できますが、10分ほどはこの部屋の席に着けません。`,
  kickYes: "外す",
  kickNo: "やめる",
};

const texts: Record<Language, typeof en> = { en, ja };
/** The texts in the user's language. Reactive, as `t`. */
export const waiting = (): typeof en => texts[settings.language];

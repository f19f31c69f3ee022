// Numbers of boards as they are shown.
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "±0");

export const roundedPercent = (percent: number): string => `${Math.round(percent)}`;

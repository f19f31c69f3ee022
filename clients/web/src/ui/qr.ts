import qrcode from "qrcode-generator";

/** A QR code as an SVG path, for a view box of `size` by `size` units; includes the quiet zone. */
export function qrPath(text: string): { path: string; size: number } {
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  let path = "";
  for (let y = 0; y < count; y++)
    for (let x = 0; x < count; x++) if (code.isDark(y, x)) path += `M${x + 3} ${y + 3}h1v1h-1z`;
  return { path, size: count + 6 };
}

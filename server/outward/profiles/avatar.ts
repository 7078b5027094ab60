/** A picture for everybody: drawn from the name alone, the same on every machine. */
import { createHash } from "node:crypto";

const HUES = [14, 32, 48, 96, 152, 174, 196, 214, 232, 258, 284, 330];

/** A symmetric pattern of five by five on a calm ground, as SVG text. */
export function avatarSvg(username: string): string {
  const digest = createHash("sha256").update(username.toLowerCase()).digest();
  const hue = HUES[(digest[0] ?? 0) % HUES.length];
  const cells: string[] = [];
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 3; column++) {
      if ((digest[1 + row * 3 + column] ?? 0) % 2 === 0) continue;
      for (const x of new Set([column, 4 - column])) cells.push(`M${1 + x} ${1 + row}h1v1h-1z`);
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 7 7" role="img"><path fill="hsl(${hue} 45% 92%)" d="M0 0h7v7H0z"/><path fill="hsl(${hue} 55% 42%)" d="${cells.join("")}"/></svg>`;
}

/** A generated picture for a name: drawn from the name alone, the same on every page, so no page requests pictures of users. */

const HUES = [14, 32, 48, 96, 152, 174, 196, 214, 232, 258, 284, 330] as const;
const ROWS = [0, 1, 2, 3, 4] as const;

export type Face = {
  /** Colours as CSS writes them. */
  readonly ground: string;
  readonly ink: string;
  /** The filled cells of a square of seven by seven. */
  readonly path: string;
};

/** The address of a user's avatar: their picture, by its name, else a pattern made from their name. */
export function avatarUrl(username: string, picture: string | null): string {
  return picture === null ? `/avatars/${username}.svg` : `/avatars/${picture}.jpg`;
}

/** The picture that an avatar's address names; undefined for a pattern made from a name. */
export function pictureOf(url: string | null | undefined): string | undefined {
  return url?.endsWith(".jpg") ? url : undefined;
}

/** A symmetric pattern of five by five on a calm ground; capitals make no difference. */
export function faceOf(name: string): Face {
  const seed = hashOf(name.toLowerCase());
  const hue = HUES[seed % HUES.length];
  const path = ROWS.map((row) => {
    const [outer, inner, middle] = [0, 1, 2].map((column) => ((seed >>> (8 + row * 3 + column)) & 1) === 1);
    return rowPath([outer, inner, middle, inner, outer], row + 1);
  }).join("");
  return { ground: `hsl(${hue} 45% 92%)`, ink: `hsl(${hue} 55% 42%)`, path };
}

/** Neighbours as one bar. */
function rowPath(cells: readonly (boolean | undefined)[], y: number): string {
  return cells
    .map((isOn, x) => {
      if (!isOn || cells[x - 1]) return "";
      const end = cells.findIndex((one, at) => at > x && !one);
      const width = (end < 0 ? cells.length : end) - x;
      return `M${1 + x} ${y}h${width}v1h-${width}z`;
    })
    .join("");
}

/** FNV-1a, with its bits mixed once more: short names differ in few. */
function hashOf(text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

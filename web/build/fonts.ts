/**
 * The letters of the interface: Inter, and Noto Sans where Inter has none, each reduced to what its languages use and to the weights that we
 * use. A page loads the files whose letters it shows (`unicode-range`); those of its language are asked for beforehand. A first visit on a slow line
 * keeps the letters of the system (`font-display: optional`), so that nothing moves.
 */
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import subsetFont from "subset-font";
import type { Locale } from "#contract/platform/locales.ts";
import { LOCALES } from "#contract/platform/locales.ts";
import { DIST } from "./place.ts";

const require = createRequire(import.meta.url);

type Range = readonly [from: number, to: number];
type Face = {
  readonly name: string;
  readonly source: string;
  readonly letters: readonly Range[];
  /** Languages that are written with it. */
  readonly locales: readonly Locale[];
};

const only = (...codes: number[]): Range[] => codes.map((code) => [code, code]);
const INTER = "@fontsource-variable/inter";
const ARABIC = "@fontsource-variable/noto-sans-arabic";
const DEVANAGARI = "@fontsource-variable/noto-sans-devanagari";

const FACES: readonly Face[] = [
  {
    name: "latin",
    source: `${INTER}/files/inter-latin-wght-normal.woff2`,
    letters: [
      [0x20, 0xff],
      [0x2010, 0x203a],
      [0x2190, 0x2193],
      ...only(0x131, 0x152, 0x153, 0x20ac, 0x2122, 0x2212, 0x2248, 0x2264, 0x2265),
    ],
    locales: LOCALES,
  },
  {
    name: "latin-ext",
    source: `${INTER}/files/inter-latin-ext-wght-normal.woff2`,
    letters: [
      [0x100, 0x101],
      [0x104, 0x10f],
      [0x112, 0x127],
      [0x12a, 0x167],
      [0x16a, 0x17f],
      [0x218, 0x21b],
      [0x20a0, 0x20aa],
      [0x20ad, 0x20c0],
      ...only(0x1e9e),
    ],
    locales: [],
  },
  {
    name: "vietnamese",
    source: `${INTER}/files/inter-vietnamese-wght-normal.woff2`,
    letters: [
      [0x102, 0x103],
      [0x110, 0x111],
      [0x128, 0x129],
      [0x168, 0x169],
      [0x1a0, 0x1a1],
      [0x1af, 0x1b0],
      [0x300, 0x301],
      [0x1ea0, 0x1ef9],
      ...only(0x303, 0x309, 0x323, 0x20ab),
    ],
    locales: ["vi"],
  },
  {
    name: "cyrillic",
    source: `${INTER}/files/inter-cyrillic-wght-normal.woff2`,
    letters: [[0x400, 0x45f], [0x490, 0x491], [0x4b0, 0x4b1], ...only(0x2116)],
    locales: ["ru"],
  },
  {
    name: "arabic",
    source: `${ARABIC}/files/noto-sans-arabic-arabic-wght-normal.woff2`,
    letters: [
      [0x600, 0x6ff],
      [0x750, 0x77f],
      [0x200c, 0x200f],
    ],
    locales: ["ar"],
  },
  {
    name: "devanagari",
    source: `${DEVANAGARI}/files/noto-sans-devanagari-devanagari-wght-normal.woff2`,
    letters: [[0x900, 0x97f], [0x1cd0, 0x1cf9], [0xa830, 0xa839], [0xa8e0, 0xa8ff], ...only(0x25cc)],
    locales: ["hi"],
  },
];

/** The text weights of theme.css. */
const WEIGHTS = { min: 400, max: 600 };

type Fonts = {
  /** The rules that name the files. */
  readonly css: string;
  /** By language, the files that a page asks for beforehand. */
  readonly preloaded: Record<Locale, string[]>;
};

/** Writes the files with their licences. */
export async function writeFonts(): Promise<Fonts> {
  const folder = join(DIST, "shell", "fonts");
  mkdirSync(folder, { recursive: true });
  for (const name of [INTER, ARABIC, DEVANAGARI])
    cpSync(
      join(dirname(require.resolve(`${name}/package.json`)), "LICENSE"),
      join(folder, `${name.split("/")[1]}.txt`),
    );
  const faces = await Promise.all(
    FACES.map(async (face) => {
      const whole = readFileSync(require.resolve(face.source));
      const letters = face.letters.flatMap(([from, to]) =>
        Array.from({ length: to - from + 1 }, (_, place) => String.fromCodePoint(from + place)),
      );
      const reduced = await subsetFont(whole, letters.join(""), {
        targetFormat: "woff2",
        variationAxes: { wght: WEIGHTS },
      });
      const hash = createHash("sha256").update(reduced).digest("hex").slice(0, 8);
      writeFileSync(join(folder, `${face.name}-${hash}.woff2`), reduced);
      return { ...face, href: `/shell/fonts/${face.name}-${hash}.woff2` };
    }),
  );
  return {
    css: faces.map(ruleOf).join(""),
    preloaded: Object.fromEntries(
      LOCALES.map((locale) => [locale, faces.flatMap(({ href, locales }) => (locales.includes(locale) ? [href] : []))]),
    ) as Record<Locale, string[]>,
  };
}

function ruleOf({ href, letters }: Face & { readonly href: string }): string {
  const hex = (code: number) => code.toString(16);
  const range = letters.map(([from, to]) => (from === to ? `u+${hex(from)}` : `u+${hex(from)}-${hex(to)}`));
  return `@font-face{font-family:Parley;font-weight:${WEIGHTS.min} ${WEIGHTS.max};font-display:optional;src:url(${href})format("woff2");unicode-range:${range.join()}}`;
}

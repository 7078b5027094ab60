/** The addresses of pages by the keys of links, for both sides. */
import type { CryptoCode } from "../money/money.ts";
import { PAGES } from "../pages.ts";
import { type ContentKey, contentPath } from "../site/content.ts";
import type { Locale } from "./locales.ts";
import { localized } from "./localized.ts";

type Declared = (typeof PAGES)[keyof typeof PAGES];
type KeyOf<Page> = Page extends unknown ? keyof Page & string : never;
type AtKey<Page, K extends string> = Page extends { readonly [P in K]: infer Path } ? Path : never;

export type PathKey = KeyOf<Declared>;

export const PATHS = Object.assign({}, ...Object.values(PAGES)) as { readonly [K in PathKey]: AtKey<Declared, K> };

/** What an address calls by these names; anything else is a text. */
type Named = { crypto: CryptoCode; kind: "id" | "address" | "video" };

type FirstWord<Rest extends string> = Rest extends `${infer Word}${"/" | "&" | "?" | "#"}${string}`
  ? FirstWord<Word>
  : Rest;
type NamesIn<Path> = Path extends `${string}:${infer Rest}` ? FirstWord<Rest> | NamesIn<Rest> : never;

type InputOf<Path> = Path extends (input: infer Input) => string
  ? Input
  : [NamesIn<Path>] extends [never]
    ? undefined
    : { [N in NamesIn<Path>]: N extends keyof Named ? Named[N] : string };

/** A page of text needs nothing. */
export type PathInput<K extends PathKey | ContentKey> = K extends PathKey ? InputOf<(typeof PATHS)[K]> : undefined;

export function isPathKey(key: string): key is PathKey {
  return Object.hasOwn(PATHS, key);
}

/** The address of a named page, or of a page of text, in one language. */
export function pathOf<K extends PathKey | ContentKey>(locale: Locale, key: K, input: PathInput<K>): string {
  return localized(locale, isPathKey(key) ? filledIn(PATHS[key as PathKey], input) : contentPath(key));
}

function filledIn(path: string | ((input: never) => string), input: unknown): string {
  if (typeof path !== "string") return path(input as never);
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String((input as Record<string, unknown>)[name]);
    return name === "crypto" ? value.toLowerCase() : value;
  });
}

/** What the server routes: without query and anchor, which are the browser's. */
export function routeOf(path: string): string {
  return path.replace(/[?#].*$/, "");
}

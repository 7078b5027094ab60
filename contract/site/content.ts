/**
 * Pages of text: Markdown in content/<section>/<slug>/<locale>.md; a section may have areas. Their key is "<section>/<slug>" or
 * "<section>/<area>/<slug>", also for links; the address follows from it. The server reads the files; this is what both sides know of them.
 */

import type { Locale } from "../platform/locales.ts";

/** Sections whose pages have no prefix: legal/privacy-policy is /privacy-policy. Another section is its own prefix: help/x is /help/x. */
const AT_ROOT: readonly string[] = ["company", "landing", "legal"];

export type ContentKey = `${string}/${string}`;

export function contentPath(key: ContentKey): string {
  const [section = "", ...rest] = key.split("/");
  return AT_ROOT.includes(section) ? `/${rest.join("/")}` : `/${key}`;
}

/** Their pages may be in English only; readers of another language get the English text, marked as such. */
const ENGLISH_FIRST: readonly string[] = ["help", "blog", "academy", "events"];

export function mayLackLanguages(key: string): boolean {
  return ENGLISH_FIRST.includes(key.split("/")[0] ?? "");
}

/** The posts of the blog for readers of feeds, in each language. */
export const BLOG_FEED = "/blog/rss.xml";

/** `lang` where the title is not in the reader's language. */
type Link = { readonly title: string; readonly href: string; readonly lang?: Locale };

/** Columns of the footer that list pages of text. */
export const MENUS = ["company", "legal"] as const;
export type Menu = (typeof MENUS)[number];
export type MenuLinks = Readonly<Record<Menu | "help", readonly Link[]>>;

/** Products that a page of text may present. */
export const SHOWN_PRODUCTS = ["cards", "ramps", "store"] as const;
export type ShownProduct = (typeof SHOWN_PRODUCTS)[number];

type ContentVersion = { version: number; since: string };

export type ContentProps = {
  /** Of the text: English if nobody has translated it. */
  language: Locale;
  /** All in which it is written. */
  languages: Locale[];
  /** The pages above this one. */
  trail: Link[];
  /** The headings, where there are enough to choose from. */
  contents: { id: string; text: string }[];
  /** Pages that a reader of this one may need. */
  others: Link[];
  /** The key of an article of the help, which readers can rate. */
  article: string | null;
  /** The day of a post. */
  posted: string | null;
  /** First and last day of an event. */
  lasts: { begins: string; ends: string } | null;
  title: string;
  /** The first paragraph; search engines show it as well. */
  description: string;
  /** Buttons; null where what the page presents is not to be had here. */
  actions: { label: string; href: string }[] | null;
  /** Everything below the description. The server made it from Markdown, in which HTML is text. */
  html: string;
  /** Null for a page that is not numbered. */
  version: ContentVersion | null;
  /** Older and newer ones, which stay to be read. */
  otherVersions: ContentVersion[];
};

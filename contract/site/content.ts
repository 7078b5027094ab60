/**
 * Pages of text: Markdown in content/<section>/<slug>/<locale>.md. Their key is "<section>/<slug>", also for links; the
 * address follows from it. The server reads the files; this is what both sides know of them.
 */

/** Sections whose pages have no prefix: legal/privacy-policy is /privacy-policy. Another section is its own prefix: help/x is /help/x. */
const AT_ROOT: readonly string[] = ["company", "landing", "legal"];

export type ContentKey = `${string}/${string}`;

export function contentPath(key: ContentKey): string {
  const [section = "", slug = ""] = key.split("/");
  return AT_ROOT.includes(section) ? `/${slug}` : `/${section}/${slug}`;
}

/** Columns of the footer that list pages of text. */
export const MENUS = ["company", "legal"] as const;
export type Menu = (typeof MENUS)[number];
export type MenuLinks = Readonly<Record<Menu, readonly { readonly title: string; readonly href: string }[]>>;

/** Products that a page of text may present. */
export const SHOWN_PRODUCTS = ["cards", "ramps", "store"] as const;
export type ShownProduct = (typeof SHOWN_PRODUCTS)[number];

type ContentVersion = { version: number; since: string };

export type ContentProps = {
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

/** From where a visitor came: what `sourceId` in the address of a page may say. */

export const SOURCES = [
  "email",
  "telegram",
  "push",
  "landing",
  "help",
  "academy",
  "blog",
  "partner",
  "app",
  "social",
] as const;
export type Source = (typeof SOURCES)[number];

/** Undefined for a source that is not known: it is ignored. */
export function sourceOf(text: string | null | undefined): Source | undefined {
  return SOURCES.find((one) => one === text);
}

/** A link of ours that says where its reader came from. */
export function withSource(link: string, source: Source): string {
  const [path = "", anchor] = link.split("#", 2);
  return `${path}${path.includes("?") ? "&" : "?"}sourceId=${source}${anchor === undefined ? "" : `#${anchor}`}`;
}

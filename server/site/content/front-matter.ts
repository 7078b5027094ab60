/** The head of a Markdown file: YAML between two lines of dashes. */
import { parse } from "yaml";
import * as z from "zod/mini";
import { MENUS } from "#contract/site/content.ts";

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const line = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));
const number = z.int().check(z.positive());

/** In every language. */
const translated = {
  title: line(120),
  /** The first paragraph of the page, and what search engines show. */
  description: line(320),
  /** For a numbered page the first day on which this version is in force. */
  updated: day,
  /** Of a page whose older versions stay readable: the same number in every language. */
  version: z.optional(number),
};

/** The English file says what holds in all languages. */
const english = z.strictObject({
  ...translated,
  /** The column of the footer that lists the page, and its place there. */
  menu: z.optional(z.enum(MENUS)),
  order: z.optional(number),
  /** Readable also in countries where the market is closed. */
  everywhere: z.optional(z.boolean()),
});

export type FrontMatter = z.infer<typeof english>;

/** Throws an error that names the field. */
export function splitFrontMatter(
  source: string,
  { isEnglish }: { isEnglish: boolean },
): { front: FrontMatter; body: string } {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  if (head === undefined || body === undefined) throw new Error("does not begin with front matter");
  const found = (isEnglish ? english : z.strictObject(translated)).safeParse(parse(head));
  if (found.success) return { front: found.data, body };
  throw new Error(
    found.error.issues.map(({ path, message }) => `${path.join(".") || "front matter"}: ${message}`).join("; "),
  );
}

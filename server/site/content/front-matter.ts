/**
 * The head of a Markdown file between two lines of dashes: `name: value`, the part of YAML that it needs. A YAML parser would
 * take most of the time in which a process reads the files.
 */
import * as z from "zod/mini";
import { isPathKey } from "#contract/platform/paths.ts";
import { SUPPORT_TOPICS } from "#contract/reach/support/names.ts";
import { MENUS, SHOWN_PRODUCTS } from "#contract/site/content.ts";

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const line = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));
const number = z.int().check(z.positive());
const action = line(200).check(z.regex(/^\[[^\]]+\]\(page:[^)]+\)$/));

/** Names with spaces between them. */
const words = z.pipe(
  line(200),
  z.transform((text: string) => text.split(/\s+/)),
);

/** In every language. */
const translated = {
  title: line(120),
  /** The first paragraph of the page, and what search engines show. */
  description: line(320),
  /** For a numbered page the first day on which this version is in force. */
  updated: day,
  /** Of a page whose older versions stay readable: the same number in every language. */
  version: z.optional(number),
  /** Buttons below the first paragraph, as links: `[Open the wallet](page:wallet)`. */
  action: z.optional(action),
  second: z.optional(action),
};

/** The English file says what holds in all languages. */
const english = z.strictObject({
  ...translated,
  /** The column of the footer that lists the page, and its place there. */
  menu: z.optional(z.enum(MENUS)),
  order: z.optional(number),
  /** Readable also in countries where the market is closed. */
  everywhere: z.optional(z.boolean()),
  /** What it presents: where that is not to be had, the page says so in place of its buttons. */
  product: z.optional(z.enum(SHOWN_PRODUCTS)),
  /** Of an event: its first and its last day, in universal time. */
  begins: z.optional(day),
  ends: z.optional(day),
  /** Of an article of the help: keys of the screens that it explains, and topics of tickets for which it is suggested. */
  screens: z.optional(words.check(z.refine((keys) => keys.every(isPathKey), { error: "not the key of a screen" }))),
  topics: z.optional(
    words.check(
      z.refine((names) => names.every((name) => SUPPORT_TOPICS.some((topic) => topic === name)), {
        error: "not a topic of tickets",
      }),
    ),
  ),
});

export type FrontMatter = z.infer<typeof english>;

/** Throws an error that names the field. */
export function splitFrontMatter(
  source: string,
  { isEnglish }: { isEnglish: boolean },
): { front: FrontMatter; body: string } {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  if (head === undefined || body === undefined) throw new Error("does not begin with front matter");
  const found = (isEnglish ? english : z.strictObject(translated)).safeParse(fieldsOf(head));
  if (found.success) return { front: found.data, body };
  throw new Error(
    found.error.issues.map(({ path, message }) => `${path.join(".") || "front matter"}: ${message}`).join("; "),
  );
}

function fieldsOf(head: string): Record<string, unknown> {
  return Object.fromEntries(
    head.split("\n").map((line) => {
      const [, name = "", value = ""] = /^(\w+): (\S.*)$/.exec(line) ?? [];
      if (!name) throw new Error(`front matter: "${line}" is not "name: value"`);
      return [name, parsed(value.trim())];
    }),
  );
}

/** A text with a mark that YAML reads is between double quotes. */
function parsed(text: string): unknown {
  if (/^(?:true|false|\d+|".*")$/.test(text)) return JSON.parse(text);
  return text;
}

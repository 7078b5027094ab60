/** The help: its areas, the index that its search reads, and what readers say of an article. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { textLocale } from "../platform/wire.ts";
import { SUPPORT_TOPICS } from "../reach/support/names.ts";
import { HELP_AREAS } from "./help-search.ts";

export const helpArticle = z.strictObject({
  key: z.string(),
  area: z.enum(HELP_AREAS),
  title: z.string(),
  description: z.string(),
  /** The other words of its text, each once. */
  words: z.string(),
  /** Of tickets for which it is suggested. */
  topics: z.array(z.enum(SUPPORT_TOPICS)),
});

export const listArticles = endpoint({
  name: "listArticles",
  method: "GET",
  path: "/rest/v1/help/articles",
  summary:
    "All articles of the help in one language, with the words by which they are found. What is not translated is in English.",
  query: z.strictObject({ locale: z.optional(textLocale) }),
  reply: z.array(helpArticle),
});

export const voteForArticle = endpoint({
  name: "voteForArticle",
  method: "POST",
  path: "/rest/v1/help/votes",
  summary: "Says whether an article was helpful. Counted once a person; a second vote replaces the first.",
  body: z.strictObject({
    article: z.string().check(z.regex(/^help\/[a-z-]{1,40}\/[a-z0-9-]{1,80}$/)),
    isHelpful: z.boolean(),
  }),
  reply: z.strictObject({ isHelpful: z.boolean() }),
});

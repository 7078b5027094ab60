/** Landings as modules: what an element of any page gets that names one of them, and the page of each. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { textLocale } from "../platform/wire.ts";
import { LANDING_MODULES } from "./landing-modules.ts";

const link = z.strictObject({ label: z.string(), href: z.string() });

/** Blocks in the order in which they are drawn; a block without content is left out. All words are in the reader's language. */
export const landing = z.strictObject({
  module: z.enum(LANDING_MODULES),
  title: z.string(),
  lead: z.string(),
  actions: z.array(link),
  /** In place of the actions, where what it presents is not to be had here. */
  note: z.nullable(z.string()),
  /** Such as the market price of a coin: these change while the page is open. */
  numbers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** The best offers now. */
  offers: z.nullable(
    z.strictObject({
      title: z.string(),
      lines: z.array(z.strictObject({ href: z.string(), method: z.string(), price: z.string(), range: z.string() })),
    }),
  ),
  steps: z.nullable(z.strictObject({ title: z.string(), lines: z.array(z.string()) })),
  /** Made by the server from Markdown, in which HTML is text. Empty for none. */
  html: z.string(),
});
export type Landing = z.infer<typeof landing>;

export const getLanding = endpoint({
  name: "getLanding",
  method: "GET",
  path: "/rest/v1/landings/:module",
  summary: "The blocks of a landing: title, links, numbers and offers of this moment, steps, text",
  params: z.strictObject({ module: z.enum(LANDING_MODULES) }),
  query: z.strictObject({ locale: z.optional(textLocale) }),
  reply: landing,
});

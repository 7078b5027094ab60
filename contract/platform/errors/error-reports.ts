/** Errors of browsers and of the server: reports from pages, and the list for administrators. */
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { ERROR_SOURCES, ERROR_STATES } from "./error-names.ts";
import { count, instant, queuePlace, rowNumber, text, username } from "../wire.ts";

/** Pages cut what they tell to these lengths. */
export const MESSAGE_MAX = 500;
export const STACK_MAX = 4000;

const cut = (most: number) => z.string().check(z.maxLength(most));

export const reportError = endpoint({
  name: "reportError",
  method: "POST",
  path: "/rest/v1/error-reports",
  summary: "Report an error of a page; quoted values are removed before it is stored",
  body: z.strictObject({
    level: z.enum(["info", "error"]),
    message: cut(MESSAGE_MAX),
    /** Address or path of the page. */
    url: cut(2000),
    stack: z.optional(cut(STACK_MAX)),
    /** The application hash of the script. */
    release: z.optional(cut(100)),
    /** Which application broke, where it is known. */
    app: z.optional(cut(60)),
    /** Of a page that belongs to another release: where it was, and its hash. */
    host: z.optional(cut(300)),
    hash: z.optional(cut(100)),
  }),
  reply: z.strictObject({}),
});

export const errorKind = z.strictObject({
  id: rowNumber,
  source: z.enum(ERROR_SOURCES),
  /** The path of a page, the route of a call or the name of a job; empty where there were too many kinds. */
  place: z.string(),
  message: z.string(),
  stack: z.nullable(z.string()),
  release: z.nullable(z.string()),
  /** Of the last one, to be found in the log. */
  requestId: z.nullable(z.string()),
  times: count,
  firstAt: instant,
  lastAt: instant,
  resolvedBy: z.nullable(username),
  resolvedAt: z.nullable(instant),
});
export type ErrorKind = z.infer<typeof errorKind>;

export const errorList = z.strictObject({
  kinds: z.array(errorKind),
  counts: z.strictObject({ open: count, resolved: count }),
  /** Where the next page begins; null at the end. */
  next: z.nullable(queuePlace),
});
export type ErrorList = z.infer<typeof errorList>;

/** All of these, where given. */
export const errorFilters = z.strictObject({
  source: z.optional(z.enum(ERROR_SOURCES)),
  /** Text in its place or message, in any case. */
  about: z.optional(text({ min: 1, max: 100 })),
});
export type ErrorFilters = z.infer<typeof errorFilters>;

export const listErrors = endpoint({
  name: "listErrors",
  method: "GET",
  path: "/rest/v1/staff/errors",
  summary: "Kinds of errors of browsers, calls and jobs, the last one first; fifty on a page",
  query: z.strictObject({
    state: z.optional(z.enum(ERROR_STATES)),
    ...errorFilters.shape,
    after: z.optional(queuePlace),
  }),
  reply: errorList,
});

export const resolveError = endpoint({
  name: "resolveError",
  method: "POST",
  path: "/rest/v1/staff/errors/resolve",
  summary: "Resolve a kind of error; it opens again with its next occurrence",
  body: z.strictObject({ id: errorKind.shape.id }),
  reply: errorList,
  refusals: ["auth.forbidden", "staff.unchanged"],
});

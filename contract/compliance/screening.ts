/** Names that were found on a new list of sanctions, as staff read and decide them. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { hash, instant, queuePlace, text, username } from "../platform/wire.ts";

export const screeningHit = z.strictObject({
  reference: hash,
  username,
  /** As the list has it. */
  listedName: z.string(),
  /** The list's own number of it; empty where it has none. */
  listedId: z.string(),
  percent: z.int(),
  foundAt: instant,
  /** The verification to open before one decides. */
  document: z.nullable(hash),
});
export type ScreeningHit = z.infer<typeof screeningHit>;

const screeningPage = z.strictObject({
  rows: z.array(screeningHit),
  /** Where the next page begins; null at the end. */
  next: z.nullable(queuePlace),
});
export type ScreeningPage = z.infer<typeof screeningPage>;

export const listScreening = endpoint({
  name: "listScreening",
  method: "GET",
  path: "/rest/v1/staff/screening",
  summary:
    "Verified users and companies with hits on a new list of sanctions, except the caller; oldest first, fifty on a page",
  query: z.strictObject({ who: z.optional(username), after: z.optional(queuePlace) }),
  reply: screeningPage,
});

export const SCREENING_VERDICTS = ["somebody_else", "listed"] as const;

export const decidedHit = z.strictObject({
  ...screeningHit.shape,
  verdict: z.enum(SCREENING_VERDICTS),
  decidedBy: username,
  decidedAt: instant,
  /** The note of the person who decided; null if it is only in the chain of acts. */
  why: z.nullable(z.string()),
});
export const decidedHits = z.strictObject({
  rows: z.array(decidedHit),
  /** Where the next page begins; null at the end. */
  next: z.nullable(queuePlace),
});
export type DecidedHits = z.infer<typeof decidedHits>;

export const listDecidedScreening = endpoint({
  name: "listDecidedScreening",
  method: "GET",
  path: "/rest/v1/staff/screening/decided",
  summary:
    "Decisions about hits on the list of sanctions, with author and reason, except about the caller; newest first, fifty on a page",
  query: z.strictObject({
    who: z.optional(username),
    after: z.optional(queuePlace),
  }),
  reply: decidedHits,
});

export const decideScreening = endpoint({
  name: "decideScreening",
  method: "POST",
  path: "/rest/v1/staff/screening/decide",
  summary: "Decide a hit with a proof for exactly that: another person, or the user, whose account must be restricted",
  body: z.strictObject({
    reference: hash,
    verdict: z.enum(SCREENING_VERDICTS),
    reason: text({ min: 3, max: 300 }),
  }),
  reply: z.strictObject({}),
  refusals: [
    "auth.forbidden",
    "auth.password_proof",
    "staff.own_account",
    "verification.unknown",
    "verification.over",
    "verification.unlooked",
    "verification.unrestricted",
  ],
});

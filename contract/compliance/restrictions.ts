/** Restrictions of accounts: what their owners read and write against them, and what staff look up, set, keep and lift. */
import * as z from "zod/mini";
import { userBadge } from "../people/accounts.ts";
import { EMAIL_MAX } from "../platform/lengths.ts";
import { endpoint } from "../platform/endpoint.ts";
import { FLAG_NAMES } from "../reference/flag-names.ts";
import { caseNumber } from "./restriction-acts.ts";
import { LOOK_UP_BY, RESTRICTION_REASONS, RESTRICTION_STATES } from "./restriction-names.ts";
import { ROLES } from "../staff/names.ts";
import { VERIFICATION_KINDS, VERIFICATION_STATUSES } from "./verification/names.ts";
import { count, instant, iso2, queuePlace, text, username } from "../platform/wire.ts";

export const APPEAL_MIN = 20;
export const APPEAL_MAX = 2000;
export const RESTRICTION_NOTE_MAX = 1000;
export const LOOK_UP_REASON_MAX = 300;
/** As long as an email may be. */
/** Days until a restriction is due for review. */
export const REVIEW_DAYS_MAX = 365;

const state = z.enum(RESTRICTION_STATES);
const appeal = z.strictObject({
  text: z.string(),
  writtenAt: instant,
  /** Null before the decision. */
  outcome: z.nullable(z.enum(["lifted", "kept"])),
  answer: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
});

/** As the person reads it. */
export const ownRestriction = z.strictObject({
  state,
  /** One of RESTRICTION_REASONS, or what the operator wrote. */
  reasonCode: z.string(),
  caseNumber,
  since: instant,
  reviewAt: instant,
  /** The user's appeal: once. */
  appeal: z.nullable(appeal),
  /** Of a ban: they may send out once of each coin, all of it. */
  isLeaveAllowed: z.boolean(),
});
export type OwnRestriction = z.infer<typeof ownRestriction>;

export const listOwnRestrictions = endpoint({
  name: "listOwnRestrictions",
  method: "GET",
  path: "/rest/v1/users/me/restrictions",
  summary: "Current restrictions of the caller's account, and their appeals",
  reply: z.array(ownRestriction),
});

export const appealRestriction = endpoint({
  name: "appealRestriction",
  method: "POST",
  path: "/rest/v1/users/me/restrictions/appeal",
  summary: "Appeal a restriction of one's own account, once; another member of staff decides",
  body: z.strictObject({ case_number: caseNumber, text: text({ min: APPEAL_MIN, max: APPEAL_MAX }) }),
  reply: z.array(ownRestriction),
  refusals: ["restriction.unknown", "restriction.over", "restriction.appealed"],
});

/** As staff read it. */
export const staffRestriction = z.strictObject({
  username,
  ...ownRestriction.shape,
  note: z.nullable(z.string()),
  /** Null is the operator. */
  setBy: z.nullable(username),
  isDue: z.boolean(),
  liftedAt: z.nullable(instant),
  liftedBy: z.nullable(username),
  /** The message to the user. */
  liftedWhy: z.nullable(z.string()),
  /** The viewer may keep and lift it: their role permits it, and another member of staff set it. */
  mayDecide: z.boolean(),
});
export type StaffRestriction = z.infer<typeof staffRestriction>;

export const QUEUES = ["appeals", "due", "standing"] as const;
export type RestrictionQueue = (typeof QUEUES)[number];

const queue = z.strictObject({
  rows: z.array(staffRestriction),
  /** At most 1000 each: more are not counted. */
  counts: z.strictObject({ appeals: z.int(), due: z.int(), standing: z.int() }),
  /** Where the next page begins; null at the end. */
  next: z.nullable(queuePlace),
});
export type RestrictionsQueue = z.infer<typeof queue>;

/** All of these, where given. */
export const restrictionFilters = z.strictObject({
  state: z.optional(state),
  reason: z.optional(z.enum(RESTRICTION_REASONS)),
  who: z.optional(username),
});
export type RestrictionFilters = z.infer<typeof restrictionFilters>;

export const listRestrictions = endpoint({
  name: "listRestrictions",
  method: "GET",
  path: "/rest/v1/staff/restrictions",
  summary:
    "Restrictions in force: with an open appeal, due for review, or all; the longest wait first, fifty on a page",
  query: z.strictObject({
    queue: z.optional(z.enum(QUEUES)),
    ...restrictionFilters.shape,
    after: z.optional(queuePlace),
  }),
  reply: queue,
});

export const staffPerson = z.strictObject({
  username,
  level: z.number(),
  countryIso: z.nullable(iso2),
  registeredAt: instant,
  isEmailConfirmed: z.boolean(),
  /** Whether there is a number; never which. */
  isPhoneConfirmed: z.boolean(),
  /** From where they signed in last; null where it is not known. */
  signInCountryIso: z.nullable(iso2),
  isDemo: z.boolean(),
  roles: z.array(z.enum(ROLES)),
  badge: userBadge,
  tradesTotal: z.int(),
  /** Of either side; another one after a trade was opened again counts again. */
  disputes: z.strictObject({ total: count, open: count }),
  verifications: z.array(
    z.strictObject({
      kind: z.enum(VERIFICATION_KINDS),
      isVerified: z.boolean(),
      /** Staff have asked for it anew. */
      isForced: z.boolean(),
      /** Of the last document; null where there was none. */
      latest: z.nullable(z.enum(VERIFICATION_STATUSES)),
    }),
  ),
  /** Those that are switched for this person by name. */
  flags: z.array(z.strictObject({ name: z.enum(FLAG_NAMES), isOn: z.boolean() })),
  /** Those that hold now. */
  discounts: z.array(
    z.strictObject({
      /** Null is every method. */
      method: z.nullable(z.string()),
      /** The fee, in percent. */
      fee: z.string(),
      until: z.nullable(instant),
    }),
  ),
  /** Staff have closed their ended trades to them. */
  areTradesClosed: z.boolean(),
  /** The newest first, with those that were lifted; at most 50. */
  restrictions: z.array(staffRestriction),
});
export type StaffPerson = z.infer<typeof staffPerson>;

export const lookUpPerson = endpoint({
  name: "lookUpPerson",
  method: "POST",
  path: "/rest/v1/staff/people/look-up",
  summary:
    "Look a user up by username, email or the number of a case, for a reason that is recorded in the chain of staff acts",
  body: z.strictObject({
    by: z.enum(LOOK_UP_BY),
    who: text({ min: 1, max: EMAIL_MAX }),
    reason: text({ min: 3, max: LOOK_UP_REASON_MAX }),
  }),
  reply: staffPerson,
  refusals: ["account.not_found", "auth.forbidden", "staff.look_ups"],
});

export const blockTradeView = endpoint({
  name: "blockTradeView",
  method: "POST",
  path: "/rest/v1/staff/people/trade-view",
  summary: "Block a user's access to their ended trades, or restore it; open trades stay accessible until they end",
  body: z.strictObject({ username, is_blocked: z.boolean(), reason: text({ min: 3, max: LOOK_UP_REASON_MAX }) }),
  reply: z.strictObject({ username, areTradesClosed: z.boolean() }),
  refusals: ["account.not_found", "auth.forbidden", "staff.own_account", "restriction.not_allowed", "staff.unchanged"],
});

const reviewDays = z.int().check(z.minimum(1), z.maximum(REVIEW_DAYS_MAX));
const why = text({ min: 3, max: RESTRICTION_NOTE_MAX });

export const restrictUser = endpoint({
  name: "restrictUser",
  method: "POST",
  path: "/rest/v1/staff/restrictions",
  summary: "Restrict an account until another member of staff lifts the restriction",
  body: z.strictObject({
    username,
    state,
    reason_code: z.enum(RESTRICTION_REASONS),
    /** For the staff alone. */
    note: why,
    review_days: reviewDays,
  }),
  reply: staffRestriction,
  refusals: [
    "auth.password_proof",
    "auth.forbidden",
    "account.not_found",
    "staff.own_account",
    "restriction.not_allowed",
    "staff.unchanged",
  ],
});

const deciding = [
  "auth.password_proof",
  "auth.forbidden",
  "staff.own_account",
  "restriction.unknown",
  "restriction.over",
  "restriction.other_person",
  "restriction.not_allowed",
] as const;

export const liftRestriction = endpoint({
  name: "liftRestriction",
  method: "POST",
  path: "/rest/v1/staff/restrictions/lift",
  summary: "Lift a restriction that another member of staff set, and grant the appeal against it",
  body: z.strictObject({ case_number: caseNumber, reason: why }),
  reply: staffRestriction,
  refusals: deciding,
});

export const keepRestriction = endpoint({
  name: "keepRestriction",
  method: "POST",
  path: "/rest/v1/staff/restrictions/keep",
  summary:
    "Keep a restriction that another member of staff set until the next review, and reject the appeal against it",
  body: z.strictObject({ case_number: caseNumber, reason: why, review_days: reviewDays }),
  reply: staffRestriction,
  refusals: deciding,
});

export const allowLastSendOut = endpoint({
  name: "allowLastSendOut",
  method: "POST",
  path: "/rest/v1/staff/restrictions/allow-last-send-out",
  summary: "Approve that an account, banned by another member of staff, withdraws each coin once and completely",
  body: z.strictObject({ case_number: caseNumber, reason: why }),
  reply: staffRestriction,
  refusals: [...deciding, "staff.unchanged"],
});

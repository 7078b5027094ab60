/** Trading names of companies: what a company asks for and shows, and what staff decide about it. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { count, hash, instant, iso2, JUDGED_BY_RULE, lineText, queuePlace, text, username } from "../platform/wire.ts";
import { LOOK_REASON_MAX } from "./verification/verification.ts";
import { COMPANY_FORMS, SIDES } from "./verification/names.ts";
import { TRADING_NAME_QUEUES, TRADING_NAME_REASONS, TRADING_NAME_STATUSES } from "./trading-name-names.ts";

const status = z.enum(TRADING_NAME_STATUSES);
const reason = z.enum(TRADING_NAME_REASONS);

const ownTradingName = z.strictObject({
  name: z.string(),
  status,
  /** Of one that staff refused or took away. */
  reason: z.nullable(reason),
  askedAt: instant,
  endedAt: z.nullable(instant),
});

const ownTradingNames = z.strictObject({
  /** The legal name of the company; null until it is verified. */
  legalName: z.nullable(z.string()),
  /** The approved one. Others see it where the account shows its business name. */
  approved: z.nullable(ownTradingName),
  waiting: z.nullable(ownTradingName),
  /** The latest that is over, if nothing was asked for since. */
  over: z.nullable(ownTradingName),
  /** How many more may be asked for now. */
  asksLeft: count,
});
export type OwnTradingNames = z.infer<typeof ownTradingNames>;

const PATH = "/rest/v1/users/corporate-accounts/trading-name";

export const getTradingName = endpoint({
  name: "getTradingName",
  method: "GET",
  path: PATH,
  summary: "The trading name of the caller's company: the approved one, and the one that waits for a review",
  reply: ownTradingNames,
});

export const askForTradingName = endpoint({
  name: "askForTradingName",
  method: "POST",
  path: PATH,
  summary:
    "Ask for a trading name of the caller's verified company; two reviewers approve it, and until then the present name stays",
  body: z.strictObject({ name: lineText({ max: JUDGED_BY_RULE }) }),
  reply: ownTradingNames,
  refusals: [
    ...(["trading_name.form", "trading_name.reserved", "trading_name.taken", "trading_name.unchanged"] as const),
    ...(["trading_name.unverified", "trading_name.waiting", "trading_name.too_often"] as const),
  ],
});

export const withdrawTradingName = endpoint({
  name: "withdrawTradingName",
  method: "POST",
  path: `${PATH}/withdraw`,
  summary: "Withdraw the trading name that waits for a review, or give up the approved one",
  body: z.strictObject({ which: z.enum(["waiting", "approved"]) }),
  reply: ownTradingNames,
  refusals: ["trading_name.over"],
});

// Staff

export const staffTradingName = z.strictObject({
  reference: hash,
  username,
  name: z.string(),
  status,
  reason: z.nullable(reason),
  askedAt: instant,
  endedAt: z.nullable(instant),
  /** The reviewers who approved it, also while another one must. */
  approvedBy: z.array(username),
  /** The staff member who refused it or took it away. */
  endedBy: z.nullable(username),
  isOwn: z.boolean(),
});
export type StaffTradingName = z.infer<typeof staffTradingName>;

const queueReply = z.strictObject({
  rows: z.array(staffTradingName),
  /** Of those that wait, at most 1000. */
  waiting: count,
  /** Where the next page begins; null at the end. */
  next: z.nullable(queuePlace),
});
export type TradingNameList = z.infer<typeof queueReply>;

/** All of these, where given. */
export const tradingNameFilters = z.strictObject({ who: z.optional(username) });
export type TradingNameFilters = z.infer<typeof tradingNameFilters>;

export const listTradingNames = endpoint({
  name: "listTradingNames",
  method: "GET",
  path: "/rest/v1/staff/trading-names",
  summary:
    "Trading names that wait, the oldest first, that are approved, or that are over, the latest first; fifty on a page",
  query: z.strictObject({
    queue: z.optional(z.enum(TRADING_NAME_QUEUES)),
    ...tradingNameFilters.shape,
    after: z.optional(queuePlace),
  }),
  reply: queueReply,
});

const openedTradingName = z.strictObject({
  ...staffTradingName.shape,
  /** Null where the company is not verified any more. */
  legalName: z.nullable(z.string()),
  countryIso: iso2,
  /** The approved documents of the company; their pictures are opened like any, for a reason. */
  documents: z.nullable(
    z.strictObject({
      reference: hash,
      legalForm: z.enum(COMPANY_FORMS),
      decidedAt: instant,
      sides: z.array(z.enum(SIDES)),
    }),
  ),
  /** Names like it: of other companies, and of users. */
  similar: z.array(
    z.strictObject({ name: z.string(), username, kind: z.enum(["legal", "trading", "username"]), percent: z.int() }),
  ),
  /** Other names that the company asked for or had, the latest first. */
  others: z.array(staffTradingName),
});
export type OpenedTradingName = z.infer<typeof openedTradingName>;

export const openTradingName = endpoint({
  name: "openTradingName",
  method: "GET",
  path: "/rest/v1/staff/trading-names/opened",
  summary: "A trading name beside the legal name, the documents of the company, and names like it",
  query: z.strictObject({ reference: hash }),
  reply: openedTradingName,
  refusals: ["trading_name.unknown"],
});

const deciding = ["auth.forbidden", "trading_name.unknown", "trading_name.over", "staff.own_account"] as const;

export const approveTradingName = endpoint({
  name: "approveTradingName",
  method: "POST",
  path: "/rest/v1/staff/trading-names/approve",
  summary: "Approve a trading name; it is shown after two reviewers approved it",
  body: z.strictObject({ reference: hash }),
  reply: staffTradingName,
  refusals: [...deciding, "trading_name.taken", "verification.second_person", "auth.password_proof"],
});

export const refuseTradingName = endpoint({
  name: "refuseTradingName",
  method: "POST",
  path: "/rest/v1/staff/trading-names/refuse",
  summary: "Refuse a trading name that waits, for a reason that the company reads",
  body: z.strictObject({ reference: hash, reason }),
  reply: staffTradingName,
  refusals: deciding,
});

export const removeTradingName = endpoint({
  name: "removeTradingName",
  method: "POST",
  path: "/rest/v1/staff/trading-names/remove",
  summary: "Take an approved trading name away: the legal name is shown instead",
  body: z.strictObject({ reference: hash, reason, why: text({ min: 3, max: LOOK_REASON_MAX }) }),
  reply: staffTradingName,
  refusals: deciding,
});

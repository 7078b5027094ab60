/**
 * The ambassador program: applications, levels that two of the staff give, and newcomers who come by the signed link of an ambassador.
 * For each newcomer who is verified and trades within the time of the settings, the ambassador gets a fixed reward.
 */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { amount, count, instant, rowNumber, text, username } from "../platform/wire.ts";
import {
  AMBASSADOR_LEVELS,
  APPLICATION_LISTS,
  APPLICATION_STATUSES,
  APPLICATION_STEPS,
  ASSIGNED_STATES,
  MAX_APPLICATION,
  MIN_APPLICATION,
} from "./ambassador-names.ts";
import { REWARD_REASONS, REWARD_STATUSES } from "./partner/names.ts";

const level = z.enum(AMBASSADOR_LEVELS);
const month = z.string().check(z.regex(/^20[0-9]{2}-(0[1-9]|1[0-2])$/));
/** The code of an ambassador with our mark. */
const link = z.string().check(z.minLength(5), z.maxLength(80), z.regex(/^[A-Za-z0-9]{4,20}-[A-Za-z0-9_-]+$/));
const applicationNumber = z.string().check(z.regex(/^AMBASSADOR-[0-9]{6,12}$/));

/** What an ambassador of each level gets for a newcomer, in USDT. */
export const levelReward = z.strictObject({ level, amount });
export type LevelReward = z.infer<typeof levelReward>;

export const ambassadorApplication = z.strictObject({
  number: z.string(),
  status: z.enum(APPLICATION_STATUSES),
  text: z.string(),
  sentAt: instant,
  changedAt: instant,
});
export type AmbassadorApplication = z.infer<typeof ambassadorApplication>;

export const ambassadorMonth = z.strictObject({ month, newcomers: count, rewards: count, amount: z.string() });
export type AmbassadorMonth = z.infer<typeof ambassadorMonth>;

export const ambassadorView = z.strictObject({
  /** Null for who is no ambassador. */
  level: z.nullable(level),
  since: z.nullable(instant),
  /** Of an ambassador: what newcomers open. */
  link: z.nullable(z.string()),
  application: z.nullable(ambassadorApplication),
  /** After a declined application; null where one may apply now. */
  mayApplyFrom: z.nullable(instant),
  /** By month of their time zone, the latest first, at most twelve. */
  months: z.array(ambassadorMonth),
  rewards: z.array(levelReward),
  /** Within which a newcomer is verified and trades. */
  days: count,
});
export type AmbassadorView = z.infer<typeof ambassadorView>;

export const getAmbassador = endpoint({
  name: "getAmbassador",
  method: "GET",
  path: "/rest/v1/partner/ambassador",
  summary: "The caller's level, link, application, and earnings by month in the ambassador program",
  reply: ambassadorView,
  isOfSubject: true,
  refusals: ["partner.off"],
});

export const assignedNewcomer = z.strictObject({
  id: rowNumber,
  /** Some of their letters. */
  name: z.string(),
  at: instant,
  endsAt: instant,
  state: z.enum(ASSIGNED_STATES),
  /** Why their trades do not count. */
  why: z.nullable(z.enum(REWARD_REASONS)),
  /** In USDT; null before. */
  amount: z.nullable(amount),
});
export type AssignedNewcomer = z.infer<typeof assignedNewcomer>;

export const listNewcomers = endpoint({
  name: "listNewcomers",
  method: "GET",
  path: "/rest/v1/partner/ambassador/newcomers",
  summary: "The newcomers of the caller as an ambassador, latest first, with where each of them stands",
  query: z.strictObject({ before: z.optional(rowNumber) }),
  reply: z.array(assignedNewcomer),
  /** Where the next page begins; null at the end. */
  meta: z.strictObject({ next: z.nullable(rowNumber) }),
  isOfSubject: true,
});

export const ambassadorStatement = z.strictObject({
  month,
  level: z.nullable(level),
  newcomers: count,
  lines: z.array(
    z.strictObject({
      at: instant,
      name: z.string(),
      rateVersion: rowNumber,
      /** In USDT; below zero where the payment of the trade was reversed after the claim. */
      amount: z.string(),
      status: z.enum(REWARD_STATUSES),
      why: z.nullable(z.enum(REWARD_REASONS)),
    }),
  ),
  /** Of all lines that were not cancelled. */
  total: z.string(),
});
export type AmbassadorStatement = z.infer<typeof ambassadorStatement>;

export const getAmbassadorStatement = endpoint({
  name: "getAmbassadorStatement",
  method: "GET",
  path: "/rest/v1/partner/ambassador/statement",
  summary: "The statement of one month of the caller's time zone: each reward of it, and their sum",
  query: z.strictObject({ month }),
  reply: ambassadorStatement,
  isOfSubject: true,
});

export const applyAsAmbassador = endpoint({
  name: "applyAsAmbassador",
  method: "POST",
  path: "/rest/v1/partner/ambassador/applications",
  summary: "Ask to become an ambassador; one application at a time",
  body: z.strictObject({ text: text({ min: MIN_APPLICATION, max: MAX_APPLICATION }) }),
  reply: ambassadorView,
  isOfSubject: true,
  refusals: ["partner.off", "ambassador.open", "ambassador.already", "ambassador.early"],
});

export const withdrawAmbassadorApplication = endpoint({
  name: "withdrawAmbassadorApplication",
  method: "POST",
  path: "/rest/v1/partner/ambassador/applications/withdraw",
  summary: "Withdraw the open application",
  reply: ambassadorView,
  isOfSubject: true,
  refusals: ["partner.off", "ambassador.none_open"],
});

export const assignAmbassador = endpoint({
  name: "assignAmbassador",
  method: "POST",
  path: "/rest/v1/ambassadors/:id/assign",
  summary: "Name the ambassador who brought the caller, by the signed link: once, within the first days",
  params: z.strictObject({ id: link }),
  reply: z.strictObject({ username }),
  isOfSubject: true,
  refusals: ["ambassador.unknown", "ambassador.own", "ambassador.late", "ambassador.fixed"],
});

export const staffApplication = z.strictObject({
  ...ambassadorApplication.shape,
  username,
  country: z.string(),
  trades: count,
  notes: z.array(z.strictObject({ by: username, at: instant, text: z.string() })),
  decidedBy: z.nullable(username),
});
export type StaffApplication = z.infer<typeof staffApplication>;

export const listAmbassadorApplications = endpoint({
  name: "listAmbassadorApplications",
  method: "GET",
  path: "/rest/v1/staff/ambassadors/applications",
  summary: "Applications of ambassadors: the open ones, oldest first, or the decided ones, latest first",
  query: z.strictObject({ show: z.optional(z.enum(APPLICATION_LISTS)), after: z.optional(rowNumber) }),
  reply: z.array(staffApplication),
  meta: z.strictObject({ next: z.nullable(rowNumber) }),
});

export const judgeAmbassadorApplication = endpoint({
  name: "judgeAmbassadorApplication",
  method: "POST",
  path: "/rest/v1/staff/ambassadors/applications/:number",
  summary:
    "Note something of an application, invite to an interview, or decline; a level is a change by two administrators",
  params: z.strictObject({ number: applicationNumber }),
  body: z.strictObject({ step: z.enum(APPLICATION_STEPS), note: text({ min: 3, max: 2000 }) }),
  reply: staffApplication,
  refusals: ["auth.forbidden", "ambassador.no_application", "ambassador.own_application", "ambassador.closed"],
});

export const staffAmbassador = z.strictObject({
  username,
  level,
  since: instant,
  newcomers: count,
  rewarded: count,
  /** What was earned in all, in USDT. */
  amount: z.string(),
});
export type StaffAmbassador = z.infer<typeof staffAmbassador>;

export const listAmbassadors = endpoint({
  name: "listAmbassadors",
  method: "GET",
  path: "/rest/v1/staff/ambassadors",
  summary: "The ambassadors of now, by name, with their newcomers and earnings",
  query: z.strictObject({ after: z.optional(username) }),
  reply: z.array(staffAmbassador),
  meta: z.strictObject({ next: z.nullable(username) }),
});

/** Appeals against decided disputes: the side that lost, once, with something new; another moderator decides. */
import * as z from "zod/mini";
import { CASE_QUEUES, CASE_TAKERS, type CaseQueue } from "./case-names.ts";
import { CASE_REASON } from "./chargeback-names.ts";
import { EVIDENCE_FILES_MAX } from "./evidence-names.ts";
import { endpoint } from "../../platform/endpoint.ts";
import { amount, count, cryptoCode, hash, instant, queuePlace, text, units, username } from "../../platform/wire.ts";
import type { ChargebackPage } from "./chargebacks.ts";
import { type DisputePage, disputeView } from "./disputes.ts";
import { form } from "../../platform/errors/shape-faults.ts";

export const appealCase = z.string().check(z.regex(/^APPEAL-[A-Z0-9]{8,20}$/, form("case_number")));

export const disputeAppealRow = z.strictObject({
  caseNumber: appealCase,
  tradeHash: hash,
  round: count,
  appellant: z.string(),
  role: z.enum(["buyer", "seller"]),
  text: z.string(),
  madeAt: instant,
  dueAt: instant,
  takenBy: z.nullable(z.string()),
  outcome: z.nullable(z.enum(["upheld", "overturned"])),
  decidedAt: z.nullable(instant),
  cryptoCurrencyCode: cryptoCode,
  /** The operator's debt from the appeal, and whether a correction for the case's number paid it. */
  compensation: z.nullable(amount),
  isPaid: z.boolean(),
});
export type DisputeAppealRow = z.infer<typeof disputeAppealRow>;

export const appealDispute = endpoint({
  name: "appealDispute",
  method: "POST",
  path: "/rest/v1/trade/:id/dispute/appeal",
  summary: "A side that lost, or got only a part, appeals once and within a time, with at least one new file",
  params: z.strictObject({ id: hash }),
  body: z.strictObject({
    text: text({ min: 10, max: 1000 }),
    upload_ids: z.array(hash).check(z.minLength(1), z.maxLength(EVIDENCE_FILES_MAX)),
  }),
  reply: disputeView,
  refusals: [
    "trade.not_found",
    "dispute.appeal_off",
    "dispute.appeal_not_yours",
    "dispute.appeal_expired",
    "dispute.appealed",
    "upload.not_found",
  ],
});

/** All of these, where given. */
export const appealFilters = z.strictObject({
  /** The user who appealed. */
  who: z.optional(username),
  taken: z.optional(z.enum(CASE_TAKERS)),
});
export type AppealFilters = z.infer<typeof appealFilters>;

const appealPage = z.strictObject({ rows: z.array(disputeAppealRow), next: z.nullable(queuePlace) });
export type AppealPage = z.infer<typeof appealPage>;

export const listDisputeAppeals = endpoint({
  name: "listDisputeAppeals",
  method: "GET",
  path: "/rest/v1/staff/dispute-appeals",
  summary:
    "Appeals that wait by their deadlines; of which something is still owed, the oldest decision first; or all that are decided, the latest first; fifty on a page",
  query: z.strictObject({
    queue: z.optional(z.enum(CASE_QUEUES)),
    ...appealFilters.shape,
    after: z.optional(queuePlace),
  }),
  reply: appealPage,
});

const params = z.strictObject({ id: appealCase });

export const takeDisputeAppeal = endpoint({
  name: "takeDisputeAppeal",
  method: "POST",
  path: "/rest/v1/staff/dispute-appeals/:id/take",
  summary: "Take the appeal as another moderator, for a recorded reason; the whole case can then be read",
  params,
  body: z.strictObject({ reason: text(CASE_REASON) }),
  reply: disputeView,
  refusals: ["dispute.appeal_gone", "dispute.appeal_not_judge", "dispute.taken"],
});

export const decideDisputeAppeal = endpoint({
  name: "decideDisputeAppeal",
  method: "POST",
  path: "/rest/v1/staff/dispute-appeals/:id/decide",
  summary: "Uphold the decision, or overturn it with the operator's debt, which two administrators pay by a correction",
  params,
  body: z.strictObject({
    outcome: z.enum(["upheld", "overturned"]),
    /** To both sides. */
    answer: text({ min: 10, max: 1000 }),
    /** Of an overturned decision: base units, at most what the side did not get. */
    compensation_units: z.optional(units),
  }),
  reply: disputeView,
  refusals: ["dispute.appeal_gone", "dispute.not_taken", "dispute.appeal_out_of_range"],
});

/** For a case that the viewer has not taken: whether they may take it, who took it, and the number of an unassigned appeal. */
export type StaffCaseProps = {
  readonly hash: string;
  readonly mayTake: boolean;
  readonly takenBy: string | null;
  readonly appeal: string | null;
  /** The actions that staff may do for a side. */
  readonly inPlace: readonly { readonly of: "buyer" | "seller"; readonly step: "paid" | "dispute" }[];
};

/** A page of what is looked at, and each filter as the address says it, "" where it says nothing. */
export type StaffDisputesProps = {
  queue: CaseQueue;
  filters: { who: string; reason: string; taken: string; after: string };
} & (
  | { state: "open" | "decided"; found: DisputePage }
  | { state: "appeals"; found: AppealPage }
  | { state: "chargebacks"; found: ChargebackPage }
);

/** Appeals against decided disputes: the side that lost, once, with something new; another moderator decides. */
import * as z from "zod/mini";
import { CASE_REASON } from "./chargeback-names.ts";
import { EVIDENCE_FILES_MAX } from "./evidence-names.ts";
import { endpoint } from "./endpoint.ts";
import { amount, count, cryptoCode, hash, instant, text, units } from "./wire.ts";
import type { ChargebackRow } from "./chargebacks.ts";
import { type DisputeRow, disputeView } from "./disputes.ts";

export const appealCase = z.string().check(z.regex(/^APPEAL-[A-Z0-9]{8,20}$/));

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
  /** What the operator owes by it, and whether it was paid by a correction for the case's number. */
  compensation: z.nullable(amount),
  isPaid: z.boolean(),
});
export type DisputeAppealRow = z.infer<typeof disputeAppealRow>;

export const appealDispute = endpoint({
  name: "appealDispute",
  method: "POST",
  path: "/rest/v1/trade/:id/dispute/appeal",
  summary: "The side that lost appeals, once and within a time, with at least one new file",
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

export const listDisputeAppeals = endpoint({
  name: "listDisputeAppeals",
  method: "GET",
  path: "/rest/v1/staff/dispute-appeals",
  summary: "Appeals that wait by their deadlines, then those decided, what is still owed first",
  reply: z.array(disputeAppealRow),
});

const params = z.strictObject({ id: appealCase });

export const takeDisputeAppeal = endpoint({
  name: "takeDisputeAppeal",
  method: "POST",
  path: "/rest/v1/staff/dispute-appeals/:id/take",
  summary:
    "Another moderator than who decided takes the appeal for a reason that is recorded, and reads all of the case",
  params,
  body: z.strictObject({ reason: text(CASE_REASON) }),
  reply: disputeView,
  refusals: ["dispute.appeal_gone", "dispute.appeal_not_judge", "dispute.taken"],
});

export const decideDisputeAppeal = endpoint({
  name: "decideDisputeAppeal",
  method: "POST",
  path: "/rest/v1/staff/dispute-appeals/:id/decide",
  summary:
    "Upholds the decision, or overturns it with what the operator owes; two administrators pay that by a correction",
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

/** The queue of the staff: rows of what is looked at, and none of the rest. */
/** Of a trade that was brought to the staff, to who has not taken it: whether they may, who has, and the number of an appeal that nobody has. */
export type StaffCaseProps = {
  readonly hash: string;
  readonly mayTake: boolean;
  readonly takenBy: string | null;
  readonly appeal: string | null;
  /** What staff may do in the place of a side. */
  readonly inPlace: readonly { readonly of: "buyer" | "seller"; readonly step: "paid" | "dispute" }[];
};

export type StaffDisputesProps = {
  state: "open" | "decided" | "appeals" | "chargebacks";
  rows: DisputeRow[];
  appeals: DisputeAppealRow[];
  chargebacks: ChargebackRow[];
};

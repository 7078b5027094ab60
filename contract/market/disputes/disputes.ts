/** Disputes: why, by whom, and the moderator's desk. */
import { CASE_TAKERS, DISPUTE_STATES } from "./case-names.ts";
import { CASE_REASON } from "./chargeback-names.ts";
import { AWARD_REASONS } from "./award-reasons.ts";
import { APPEAL_STATES, EVIDENCE_FILES_MAX, EVIDENCE_SIDES, EVIDENCE_TEXT } from "./evidence-names.ts";
import { DISPUTE_REASONS } from "./reasons.ts";
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import {
  amount,
  count,
  cryptoCode,
  fiatCode,
  hash,
  instant,
  JUDGED_BY_RULE,
  queuePlace,
  text,
  units,
  username,
} from "../../platform/wire.ts";
import { division } from "../trades/trade/parts.ts";
import { tradeView } from "../trades/trade/trades.ts";

export const disputeReason = z.strictObject({
  id: count,
  /** The key of the texts of pages. */
  slug: z.enum(DISPUTE_REASONS),
  /** In English. */
  text: z.string(),
  role: z.enum(["buyer", "seller", "any"]),
});
export type DisputeReason = z.infer<typeof disputeReason>;

export const listDisputeReasons = endpoint({
  name: "listDisputeReasons",
  method: "GET",
  path: "/rest/v1/dispute/reasons",
  summary: "Reasons for a dispute; with `trade` only those of the asker's side",
  query: z.strictObject({ trade: z.optional(hash) }),
  reply: z.array(disputeReason),
});

export const openDispute = endpoint({
  name: "openDispute",
  method: "POST",
  path: "/rest/v1/trade/:id/dispute",
  summary: "Ask a moderator to decide",
  params: z.strictObject({ id: hash }),
  body: z.strictObject({ dispute_reason_id: z.int(), dispute_reason_text: text({ max: JUDGED_BY_RULE }) }),
  reply: tradeView,
  refusals: [
    "trade.not_found",
    "trade.wrong_status",
    "dispute.too_early",
    "dispute.reason_unknown",
    "dispute.text_needed",
  ],
});

export const evidenceFile = z.strictObject({
  url: z.string(),
  name: z.string(),
  mimeType: z.string(),
  sha256: z.string(),
});
export type EvidenceFile = z.infer<typeof evidenceFile>;

/** One submitted item of evidence, or a question of the moderator. */
export const evidenceItem = z.strictObject({
  place: count,
  by: z.enum(["buyer", "seller", "moderator"]),
  isMine: z.boolean(),
  /** For a question: the asked party. */
  asks: z.nullable(z.enum(EVIDENCE_SIDES)),
  at: instant,
  /** Null once the conversation was erased. */
  text: z.nullable(z.string()),
  files: z.array(evidenceFile),
  /** Hex of SHA-256 over the item and the digest of the one before. */
  digest: z.string(),
});
export type EvidenceItem = z.infer<typeof evidenceItem>;

const madeAppeal = z.strictObject({
  caseNumber: z.string(),
  by: z.enum(["buyer", "seller"]),
  text: z.string(),
  files: z.array(evidenceFile),
  at: instant,
  dueAt: instant,
  isTaken: z.boolean(),
  /** The viewer has taken it and decides. */
  mayDecide: z.boolean(),
  /** Most base units that it can be worth. */
  mostUnits: units,
  outcome: z.nullable(z.enum(["upheld", "overturned"])),
  answer: z.nullable(z.string()),
  compensation: z.nullable(amount),
  isPaid: z.boolean(),
});

export const disputeView = z.strictObject({
  round: count,
  openedBy: z.enum(["buyer", "seller"]),
  openedAt: instant,
  /** A moderator of the platform was here in the last half an hour. */
  isModeratorAvailable: z.boolean(),
  isTaken: z.boolean(),
  /** The deadlines, each with its due time and the time when it was met. */
  clocks: z.array(
    z.strictObject({
      name: z.enum(["first_look", "evidence", "decision"]),
      dueAt: instant,
      doneAt: z.nullable(instant),
    }),
  ),
  /** In order of arrival; empty for a moderator who has not taken the case. */
  evidence: z.array(evidenceItem),
  /** The sides that said that this is all. */
  finished: z.array(z.enum(["buyer", "seller"])),
  maySubmit: z.boolean(),
  mayAsk: z.boolean(),
  /** The proposal of the rulebook if one side is silent after the time for evidence; a moderator still decides. */
  proposal: z.nullable(z.strictObject({ winner: z.enum(["buyer", "seller"]), rule: z.enum(AWARD_REASONS) })),
  /** Of a decided case. Cases of before the rulebook have no version. */
  decision: z.nullable(
    z.strictObject({
      outcome: z.enum(["buyer", "seller", "settled"]),
      at: instant,
      rule: z.nullable(z.enum(AWARD_REASONS)),
      rulebook: z.nullable(count),
      /** The digest of the last item that was there. */
      evidenceHead: z.nullable(z.string()),
    }),
  ),
  appeal: z.strictObject({
    /** For this viewer: a side that did not get everything may appeal until then. Everyone in the case sees the result of an appeal. */
    state: z.enum(APPEAL_STATES),
    until: z.nullable(instant),
    /** The viewer's own, or that of a side. */
    made: z.nullable(madeAppeal),
    /** Of a divided award both sides may appeal. */
    madeByOther: z.nullable(madeAppeal),
  }),
});
export type DisputeView = z.infer<typeof disputeView>;

export const getDispute = endpoint({
  name: "getDispute",
  method: "GET",
  path: "/rest/v1/trade/:id/dispute",
  summary: "The latest dispute of a trade: deadlines, evidence in order, the rulebook's proposal, the decision",
  params: z.strictObject({ id: hash }),
  reply: disputeView,
  refusals: ["trade.view_blocked", "trade.not_found", "dispute.none"],
});

export const submitEvidence = endpoint({
  name: "submitEvidence",
  method: "POST",
  path: "/rest/v1/trade/:id/dispute/evidence",
  summary: "Submit evidence for a side: a text, with up to three of its uploads",
  params: z.strictObject({ id: hash }),
  body: z.strictObject({
    text: text(EVIDENCE_TEXT),
    upload_ids: z.optional(z.array(hash).check(z.maxLength(EVIDENCE_FILES_MAX))),
    /** "That is all I have": nothing more is taken unless a moderator asks. */
    is_last: z.optional(z.boolean()),
  }),
  reply: disputeView,
  refusals: [
    "trade.not_found",
    "trade.wrong_status",
    "dispute.evidence_over",
    "dispute.evidence_full",
    "upload.not_found",
  ],
});

export const askForEvidence = endpoint({
  name: "askForEvidence",
  method: "POST",
  path: "/rest/v1/staff/disputes/:id/ask",
  summary: "Request evidence from a side, or both, as the moderator of the case; the time to submit it starts again",
  params: z.strictObject({ id: hash }),
  body: z.strictObject({ of: z.enum(EVIDENCE_SIDES), text: text(EVIDENCE_TEXT) }),
  reply: disputeView,
  refusals: ["trade.not_found", "trade.wrong_status", "dispute.not_taken", "dispute.own_trade"],
});

export const disputeRow = z.strictObject({
  tradeHash: hash,
  openedBy: z.enum(["buyer", "seller"]),
  reasonCode: z.enum(DISPUTE_REASONS),
  /** The reason in English. */
  reason: z.string(),
  /** As it was typed. */
  text: z.string(),
  openedAt: instant,
  /** When a first look is due. */
  dueAt: instant,
  takenBy: z.nullable(z.string()),
  /** The first moderator's decision, if a second one must confirm it. */
  proposal: z.nullable(
    z.strictObject({ winner: z.enum(["buyer", "seller"]), by: z.string(), division: z.nullable(division) }),
  ),
  buyer: z.string(),
  seller: z.string(),
  fiatAmount: amount,
  fiatCurrencyCode: fiatCode,
  fiatDigits: count,
  fiatPricePerCrypto: amount,
  cryptoAmount: amount,
  /** That the seller has locked beside the amount. */
  fee: amount,
  cryptoCurrencyCode: cryptoCode,
  paymentMethod: z.string(),
  /** Of an award that divided the escrow. */
  division: z.nullable(division),
  outcome: z.nullable(z.enum(["buyer", "seller", "settled"])),
  decidedAt: z.nullable(instant),
});
export type DisputeRow = z.infer<typeof disputeRow>;

/** All of these, where given. */
export const disputeFilters = z.strictObject({
  /** Either side. */
  who: z.optional(username),
  reason: z.optional(z.enum(DISPUTE_REASONS)),
  taken: z.optional(z.enum(CASE_TAKERS)),
});
export type DisputeFilters = z.infer<typeof disputeFilters>;

const disputePage = z.strictObject({ rows: z.array(disputeRow), next: z.nullable(queuePlace) });
export type DisputePage = z.infer<typeof disputePage>;

export const listDisputes = endpoint({
  name: "listDisputes",
  method: "GET",
  path: "/rest/v1/staff/disputes",
  summary:
    "The moderators' queue: open ones by the nearest deadline, or decided ones, the latest first; fifty on a page",
  query: z.strictObject({
    state: z.optional(z.enum(DISPUTE_STATES)),
    ...disputeFilters.shape,
    after: z.optional(queuePlace),
  }),
  reply: disputePage,
});

export const takeDispute = endpoint({
  name: "takeDispute",
  method: "POST",
  path: "/rest/v1/staff/disputes/:id/take",
  summary: "A moderator takes the case for a reason that is recorded, and reads conversation and files from then on",
  params: z.strictObject({ id: hash }),
  body: z.strictObject({ reason: text(CASE_REASON) }),
  reply: tradeView,
  refusals: ["trade.not_found", "dispute.taken", "dispute.own_trade"],
});

export const decideDispute = endpoint({
  name: "decideDispute",
  method: "POST",
  path: "/rest/v1/staff/disputes/:id/decide",
  summary:
    "Award the escrow to one side, or divide it, with a reason. Above a sum, 1,000 USD by default, a second moderator confirms the same",
  params: z.strictObject({ id: hash }),
  body: z.strictObject({
    /** Of a division the side with the larger share; halves are the seller's. */
    winner: z.enum(["buyer", "seller"]),
    /** Divides: what the buyer gets of the amount, in base units. The fee of that is due; the rest goes to the seller. */
    buyer_share_units: z.optional(units),
    reason_code: z.enum(AWARD_REASONS),
    note: text({ min: 3, max: 1000 }),
  }),
  reply: z.strictObject({ isDecided: z.boolean(), needsSecond: z.boolean(), trade: tradeView }),
  refusals: [
    "trade.not_found",
    "trade.wrong_status",
    "dispute.not_taken",
    "dispute.day_limit",
    "dispute.other_award",
    "dispute.own_trade",
    "dispute.second_person",
    "dispute.share_out_of_range",
    "dispute.share_of_other",
  ],
});

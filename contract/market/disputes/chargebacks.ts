/** Chargeback reports: reports of sellers whose payment was reversed after the release, and the decisions of staff. */
import * as z from "zod/mini";
import { CASE_QUEUES, CASE_TAKERS } from "./case-names.ts";
import {
  CASE_REASON,
  CHARGEBACK_NAME,
  CHARGEBACK_REASONS,
  CHARGEBACK_STATES,
  REPORT_STATUSES,
  CHARGEBACK_TEXT,
} from "./chargeback-names.ts";
import { evidenceFile } from "./disputes.ts";
import { endpoint } from "../../platform/endpoint.ts";
import { email } from "../../people/email-address.ts";
import { EVIDENCE_FILES_MAX } from "./evidence-names.ts";
import {
  amount,
  count,
  cryptoCode,
  fiatCode,
  hash,
  instant,
  lineText,
  queuePlace,
  text,
  units,
  username,
} from "../../platform/wire.ts";
import { form } from "../../platform/errors/shape-faults.ts";

export const chargebackCase = z.string().check(z.regex(/^CHARGEBACK-[0-9]{12}$/, form("case_number")));

const words = z.strictObject({ text: z.string(), payerName: z.string(), payerEmail: z.nullable(z.string()) });

const report = z.strictObject({
  caseNumber: chargebackCase,
  status: z.enum(REPORT_STATUSES),
  reason: z.enum(CHARGEBACK_REASONS),
  reportedAt: instant,
  /** When a decision is due. */
  dueAt: instant,
  isTaken: z.boolean(),
  /** For the seller, and for the member of staff who took the case; null after the conversation was erased. */
  words: z.nullable(words),
  files: z.array(evidenceFile),
  /** Of the decision, to both sides. */
  answer: z.nullable(z.string()),
  /** The operator's compensation for a confirmed one. */
  compensation: z.nullable(amount),
  madeGood: z.nullable(z.strictObject({ by: z.enum(["buyer", "operator"]), at: instant })),
  /** The seller may say that the buyer has paid them back. */
  mayRepay: z.boolean(),
});

export const chargebackView = z.strictObject({
  state: z.enum(CHARGEBACK_STATES),
  /** Until when the seller may report. */
  until: z.nullable(instant),
  report: z.nullable(report),
});
export type ChargebackView = z.infer<typeof chargebackView>;

export const getChargeback = endpoint({
  name: "getChargeback",
  method: "GET",
  path: "/rest/v1/trade/:id/chargeback",
  summary: "Whether the seller may report a chargeback, and the report of the trade",
  params: z.strictObject({ id: hash }),
  reply: chargebackView,
  refusals: ["trade.not_found"],
});

export const reportChargeback = endpoint({
  name: "reportChargeback",
  method: "POST",
  path: "/rest/v1/user-reports/chargeback",
  summary: "Report a chargeback as the seller of a released trade",
  body: z.strictObject({
    /** The trade's. */
    id_hashed: hash,
    /** All statements were agreed to; a report without that is not taken. */
    isVerifiedCorrectly: z.boolean(),
    reason: z.enum(CHARGEBACK_REASONS),
    text: text(CHARGEBACK_TEXT),
    payer_name: lineText(CHARGEBACK_NAME),
    payer_email: z.optional(email),
    upload_ids: z.optional(z.array(hash).check(z.maxLength(EVIDENCE_FILES_MAX))),
  }),
  reply: chargebackView,
  refusals: [
    "trade.not_found",
    "chargeback.not_verified",
    "chargeback.not_yours",
    "chargeback.method",
    "chargeback.expired",
    "chargeback.reported",
    "upload.not_found",
  ],
});

export const repayChargeback = endpoint({
  name: "repayChargeback",
  method: "POST",
  path: "/rest/v1/trade/:id/chargeback/paid-back",
  summary: "The seller of a confirmed chargeback says that the buyer has paid them back",
  params: z.strictObject({ id: hash }),
  reply: chargebackView,
  refusals: ["trade.not_found", "chargeback.not_yours", "chargeback.not_confirmed"],
});

export const chargebackRow = z.strictObject({
  caseNumber: chargebackCase,
  tradeHash: hash,
  status: z.enum(REPORT_STATUSES),
  reason: z.enum(CHARGEBACK_REASONS),
  seller: z.string(),
  buyer: z.string(),
  fiatAmount: amount,
  fiatCurrencyCode: fiatCode,
  cryptoAmount: amount,
  cryptoCurrencyCode: cryptoCode,
  paymentMethod: z.string(),
  releasedAt: instant,
  reportedAt: instant,
  dueAt: instant,
  takenBy: z.nullable(z.string()),
  /** The viewer may take it, and no one has taken it. */
  mayTake: z.boolean(),
  /** The viewer has taken it: what was said, and what they decide. */
  mayDecide: z.boolean(),
  words: z.nullable(words),
  files: z.array(evidenceFile),
  /** Most base units that the operator can make good. */
  mostUnits: units,
  decidedAt: z.nullable(instant),
  compensation: z.nullable(amount),
  madeGoodBy: z.nullable(z.enum(["buyer", "operator"])),
  /** Cases of the same buyer that were confirmed before. */
  confirmedBefore: count,
});
export type ChargebackRow = z.infer<typeof chargebackRow>;

/** All of these, where given. */
export const chargebackFilters = z.strictObject({
  /** Either side. */
  who: z.optional(username),
  reason: z.optional(z.enum(CHARGEBACK_REASONS)),
  taken: z.optional(z.enum(CASE_TAKERS)),
});
export type ChargebackFilters = z.infer<typeof chargebackFilters>;

const chargebackPage = z.strictObject({ rows: z.array(chargebackRow), next: z.nullable(queuePlace) });
export type ChargebackPage = z.infer<typeof chargebackPage>;

export const listChargebacks = endpoint({
  name: "listChargebacks",
  method: "GET",
  path: "/rest/v1/staff/chargebacks",
  summary:
    "Chargebacks that wait by their deadlines; of which something is still owed, the oldest decision first; or all that are decided, the latest first; fifty on a page",
  query: z.strictObject({
    queue: z.optional(z.enum(CASE_QUEUES)),
    ...chargebackFilters.shape,
    after: z.optional(queuePlace),
  }),
  reply: chargebackPage,
});

const params = z.strictObject({ id: chargebackCase });
const OF_STAFF = ["chargeback.gone", "chargeback.not_judge"] as const;

export const takeChargeback = endpoint({
  name: "takeChargeback",
  method: "POST",
  path: "/rest/v1/staff/chargebacks/:id/take",
  summary: "Take the case for a recorded reason; the member of staff can then read the conversation",
  params,
  body: z.strictObject({ reason: text(CASE_REASON) }),
  reply: chargebackRow,
  refusals: [...OF_STAFF, "dispute.taken"],
});

export const decideChargeback = endpoint({
  name: "decideChargeback",
  method: "POST",
  path: "/rest/v1/staff/chargebacks/:id/decide",
  summary:
    "Dismiss the report, or confirm it with the operator's compensation, which two administrators pay by a correction",
  params,
  body: z.strictObject({
    outcome: z.enum(["dismissed", "confirmed"]),
    /** To both sides. */
    answer: text({ min: 10, max: 1000 }),
    /** Of a confirmed one: base units, at most what was sold with its fee; without it the operator pays nothing. */
    compensation_units: z.optional(units),
  }),
  reply: chargebackRow,
  refusals: [...OF_STAFF, "chargeback.out_of_range"],
});

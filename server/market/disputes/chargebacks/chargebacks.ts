/**
 * Chargebacks: a payment was taken back after the coins had left escrow. The seller reports it, a staff member other than the one who had the
 * trade's dispute decides, and the user who repaid it is recorded. Escrow is not touched.
 */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type { reportChargeback as reportCall } from "#contract/market/disputes/chargebacks.ts";
import { fieldRefusal, Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { wordRefusal } from "../../../platform/postgres/outcomes.ts";
import { ids } from "../../../platform/ids.ts";
import { countEndings } from "../../../people/reputation/index.ts";
import { joinAsModerator, postSubmittedFile, postSystemLines } from "../../chat/index.ts";
import { findTrade, lockTrade, roleIn, transitionTrade } from "../../trades/index.ts";
import {
  decideReport,
  findReportedTrade,
  insertReport,
  makeReportGood,
  type ReportDecision,
  type Reported,
  reportOf,
  takeReport,
} from "./chargeback-rows.ts";
import { sealWords } from "./chargeback-words.ts";

const NOT_REPORTED: Readonly<Record<Exclude<Reported, "reported">, RefusalCode>> = {
  not_yours: "chargeback.not_yours",
  exists: "chargeback.reported",
  not_method: "chargeback.method",
  expired: "chargeback.expired",
  no_file: "upload.not_found",
};

export type ReportCommand = {
  readonly userId: bigint;
  readonly body: BodyOf<typeof reportCall>;
  /** The active ones of the seller. */
  readonly restrictions: readonly string[];
};

/**
 * Refuses chargeback.not_verified, trade.not_found, chargeback.not_yours, chargeback.method, chargeback.expired, chargeback.reported,
 * upload.not_found and what posting refuses.
 */
export async function reportChargeback(tx: Tx, { userId, body, restrictions }: ReportCommand): Promise<void> {
  if (!body.isVerifiedCorrectly) throw fieldRefusal("chargeback.not_verified", "isVerifiedCorrectly");
  const hash = body.id_hashed;
  const trade = await findTrade(tx, hash);
  if (!trade || !roleIn(trade, userId)) throw new Refusal("trade.not_found");
  const caseNumber = `CHARGEBACK-${ids.digits(12)}`;
  const words = { text: body.text, payerName: body.payer_name, payerEmail: body.payer_email ?? null };
  const files = [...new Set(body.upload_ids ?? [])];
  const outcome = await insertReport(tx, {
    ...{ hash, userId, caseNumber, files },
    reason: body.reason,
    wordsSealed: sealWords(words, caseNumber),
  });
  if (outcome !== "reported") throw wordRefusal(outcome, NOT_REPORTED);
  await transitionTrade(tx, { hash, verb: "report_chargeback", userId });
  for (const uploadHash of files)
    await postSubmittedFile(tx, { ref: hash, authorId: userId, isStaff: false, text: "", uploadHash, restrictions });
}

type Taking = { readonly caseNumber: string; readonly staffId: bigint; readonly reason: string };

/** Joins the conversation. Refuses chargeback.gone, chargeback.not_judge, dispute.taken. Returns the trade's hash. */
export async function takeChargeback(tx: Tx, taking: Taking): Promise<string> {
  const hash = await findReportedTrade(tx, taking.caseNumber);
  const outcome = await takeReport(tx, taking);
  if (!hash || outcome === "not_open") throw new Refusal("chargeback.gone");
  if (outcome !== "taken" && outcome !== "had")
    throw wordRefusal(outcome, { not_judge: "chargeback.not_judge", taken_before: "dispute.taken" });
  if (await joinAsModerator(tx, { ref: hash, userId: taking.staffId }))
    postSystemLines(tx, [{ ref: hash, key: "moderator_joined" }]);
  return hash;
}

/** Refuses chargeback.gone, chargeback.not_judge, chargeback.out_of_range. Returns the trade's hash. */
export async function decideChargeback(tx: Tx, decision: ReportDecision): Promise<string> {
  const hash = await findReportedTrade(tx, decision.caseNumber);
  const decided = await decideReport(tx, decision);
  if (!hash || decided === "not_open") throw new Refusal("chargeback.gone");
  if (decided !== "decided")
    throw wordRefusal(decided, {
      not_judge: "chargeback.not_judge",
      out_of_range: fieldRefusal("chargeback.out_of_range", "compensation_units"),
    });
  const verb = decision.outcome === "confirmed" ? "confirm_chargeback" : "dismiss_chargeback";
  const trade = await transitionTrade(tx, { hash, verb, userId: decision.staffId, as: "moderator" });
  countEndings(tx, [trade.id]);
  return hash;
}

/** By the seller's word. Refuses trade.not_found, chargeback.not_yours, chargeback.not_confirmed. */
export async function repayChargeback(tx: Tx, { hash, userId }: { hash: string; userId: bigint }): Promise<void> {
  const trade = await findTrade(tx, hash);
  const role = trade && roleIn(trade, userId);
  if (!role) throw new Refusal("trade.not_found");
  const report = await reportOf(tx, { hash, viewerId: userId });
  if (role !== "seller") throw new Refusal("chargeback.not_yours");
  if (!report) throw new Refusal("chargeback.not_confirmed");
  const outcome = await makeReportGood(tx, { caseNumber: report.case_number, sellerId: userId });
  if (outcome !== "made_good") throw new Refusal("chargeback.not_confirmed");
  await transitionTrade(tx, { hash, verb: "repay_chargeback", userId });
}

/** Before a correction for a case, whose trade moves by it: trades are locked before accounts. Often there is none. */
export async function lockChargeback(tx: Tx, caseNumber: string): Promise<void> {
  const hash = await findReportedTrade(tx, caseNumber);
  if (hash) await lockTrade(tx, hash);
}

/**
 * After a correction for a case: where it pays what the operator promised, the trade's chargeback is made good. The trade stays as it
 * is where the case is another one, where something is still owed, or where who confirms is a side of it.
 */
export async function payChargeback(
  tx: Tx,
  { caseNumber, staffId }: { caseNumber: string; staffId: bigint },
): Promise<void> {
  const hash = await findReportedTrade(tx, caseNumber);
  const trade = hash && (await findTrade(tx, hash));
  if (!trade || roleIn(trade, staffId)) return;
  if ((await makeReportGood(tx, { caseNumber, sellerId: null })) !== "made_good") return;
  await transitionTrade(tx, { hash: trade.hash, verb: "repay_chargeback", userId: staffId, as: "moderator" });
}

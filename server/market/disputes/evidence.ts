/** Evidence of a dispute: a side hands it in, and the moderator who has the case asks for it. */
import type { EvidenceSides } from "#contract/market/disputes/evidence-names.ts";
import { Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { ids } from "../../platform/ids.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { postMessage, postSystemLines } from "../chat/index.ts";
import { findTrade, roleIn } from "../trades/index.ts";
import { type Asked, type EvidenceOutcome, insertEvidence, insertQuestion } from "./evidence-rows.ts";
import { recordStaffAct } from "../../people/audit/index.ts";

/** Words are committed to by this and themselves, so that they can be erased and the order of evidence stays proved. */
const newSalt = () => Buffer.from(ids.secret(), "base64url").subarray(0, 16);

export type Evidence = {
  readonly hash: string;
  readonly userId: bigint;
  readonly text: string;
  readonly uploadHashes: readonly string[];
  readonly isLast: boolean;
  /** The active ones of the author. */
  readonly restrictions: readonly string[];
};

/**
 * Adds to the open case, and posts the files in the conversation, where both sides and the moderator see them. Refuses
 * trade.wrong_status, dispute.evidence_over, dispute.evidence_full, upload.not_found and what posting refuses.
 */
export async function submitEvidence(tx: Tx, evidence: Evidence): Promise<void> {
  const { hash, userId, text, restrictions, isLast } = evidence;
  const trade = await findTrade(tx, hash);
  const role = trade && roleIn(trade, userId);
  if (!role) throw new Refusal("trade.not_found");
  const files = [...new Set(evidence.uploadHashes)];
  const outcome = await insertEvidence(tx, { hash, userId, body: text, salt: newSalt(), files, isLast });
  if (outcome !== "submitted") throw wordRefusal(outcome, NOT_SUBMITTED);
  for (const uploadHash of files)
    await postMessage(tx, { ref: hash, authorId: userId, isStaff: false, text: "", uploadHash, restrictions });
  postSystemLines(tx, [{ ref: hash, key: isLast ? `evidence_last_${role}` : `evidence_${role}` }]);
  tx.emit({ type: "trade.evidence_uploaded", subject: hash, payload: { actor: role, status: trade.status } });
}

const NOT_SUBMITTED: Readonly<Record<Exclude<EvidenceOutcome, "submitted">, RefusalCode>> = {
  not_open: "trade.wrong_status",
  over: "dispute.evidence_over",
  full: "dispute.evidence_full",
  no_file: "upload.not_found",
};

export type AskForEvidence = {
  readonly hash: string;
  readonly moderatorId: bigint;
  readonly of: EvidenceSides;
  readonly text: string;
};

/** Refuses trade.not_found, trade.wrong_status, dispute.own_trade, dispute.not_taken. */
export async function askForEvidence(tx: Tx, { hash, moderatorId, of, text }: AskForEvidence): Promise<void> {
  const trade = await findTrade(tx, hash);
  if (!trade) throw new Refusal("trade.not_found");
  if (roleIn(trade, moderatorId)) throw new Refusal("dispute.own_trade");
  const { "disputes.evidence_hours": hours } = await readSettings(tx, ["disputes.evidence_hours"]);
  const asked = await insertQuestion(tx, { hash, moderatorId, asks: of, body: text, salt: newSalt(), hours });
  if (asked !== "asked") throw notAsked(asked);
  await recordStaffAct(tx, { staffId: moderatorId, act: "dispute.ask", subject: hash, reason: `${of}: ${text}` });
  postSystemLines(tx, [{ ref: hash, key: `evidence_asked_${of}`, values: { hours: String(hours) } }]);
}

function notAsked(outcome: Exclude<Asked, "asked">): Refusal {
  return new Refusal(outcome === "not_open" ? "trade.wrong_status" : "dispute.not_taken");
}

/** Appeals: the side that lost asks once more; another moderator decides, and what the operator owes is paid by a correction. */
import type { CaseQueue } from "#contract/market/disputes/case-names.ts";
import type { AppealFilters, AppealPage, DisputeAppealRow } from "#contract/market/disputes/appeals.ts";
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { fieldRefusal, Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { wordRefusal } from "../../../platform/postgres/outcomes.ts";
import { isFlagOn } from "../../../reference/flags/index.ts";
import { ids } from "../../../platform/ids.ts";
import { readSlice } from "../../../platform/cursors.ts";
import { joinAsModerator, postSubmittedFile, postSystemLines } from "../../chat/index.ts";
import { findTrade, roleIn } from "../../trades/index.ts";
import {
  type AppealDecision,
  type Appealed,
  decideAppealRow,
  findAppealedTrade,
  insertAppeal,
  type ListedAppeal,
  listedAppeals,
  takeAppealRow,
} from "./appeal-rows.ts";
import { recordStaffAct } from "../../../people/audit/index.ts";

const NOT_APPEALED: Readonly<Record<Exclude<Appealed, "appealed">, RefusalCode>> = {
  not_lost: "dispute.appeal_not_yours",
  expired: "dispute.appeal_expired",
  exists: "dispute.appealed",
  no_file: "upload.not_found",
};

export type NewAppeal = {
  readonly hash: string;
  readonly userId: bigint;
  readonly text: string;
  readonly uploadHashes: readonly string[];
  /** The active ones of the author. */
  readonly restrictions: readonly string[];
};

/** Refuses trade.not_found, dispute.appeal_off, dispute.appeal_not_yours, dispute.appeal_expired, dispute.appealed, upload.not_found. */
export async function appealDispute(
  tx: Tx,
  { hash, userId, text, uploadHashes, restrictions }: NewAppeal,
): Promise<void> {
  const trade = await findTrade(tx, hash);
  const role = trade && roleIn(trade, userId);
  if (!role) throw new Refusal("trade.not_found");
  if (!(await isFlagOn(tx, { name: "isDisputeAppealEnabled", userId }))) throw new Refusal("dispute.appeal_off");
  const caseNumber = `APPEAL-${ids.digits(12)}`;
  const outcome = await insertAppeal(tx, { hash, userId, caseNumber, body: text, files: [...new Set(uploadHashes)] });
  if (outcome !== "appealed") throw wordRefusal(outcome, NOT_APPEALED);
  for (const uploadHash of new Set(uploadHashes))
    await postSubmittedFile(tx, { ref: hash, authorId: userId, isStaff: false, text: "", uploadHash, restrictions });
  postSystemLines(tx, [{ ref: hash, key: `appeal_made_${role}` }]);
}

/** Joins the conversation. Refuses dispute.appeal_gone, dispute.appeal_not_judge, dispute.taken. Returns the trade's hash. */
export async function takeAppeal(
  tx: Tx,
  { caseNumber, moderatorId, reason }: { caseNumber: string; moderatorId: bigint; reason: string },
): Promise<string> {
  const hash = await findAppealedTrade(tx, caseNumber);
  const outcome = await takeAppealRow(tx, { caseNumber, moderatorId });
  if (!hash || outcome === "not_open") throw new Refusal("dispute.appeal_gone");
  if (outcome !== "taken")
    throw wordRefusal(outcome, { not_judge: "dispute.appeal_not_judge", taken_before: "dispute.taken" });
  if (await joinAsModerator(tx, { ref: hash, userId: moderatorId })) {
    postSystemLines(tx, [{ ref: hash, key: "moderator_joined" }]);
    await recordStaffAct(tx, {
      staffId: moderatorId,
      act: "dispute.appeal",
      subject: hash,
      reason: `took ${caseNumber}: ${reason}`,
    });
  }
  return hash;
}

/** Refuses dispute.appeal_gone, dispute.not_taken, dispute.appeal_out_of_range. Returns the trade's hash. */
export async function decideAppeal(tx: Tx, decision: AppealDecision): Promise<string> {
  const { caseNumber, moderatorId, outcome, answer, units } = decision;
  if ((outcome === "overturned") !== (units !== null))
    throw fieldRefusal("dispute.appeal_out_of_range", "compensation_units");
  const hash = await findAppealedTrade(tx, caseNumber);
  const decided = await decideAppealRow(tx, decision);
  if (!hash || decided === "not_open") throw new Refusal("dispute.appeal_gone");
  if (decided !== "decided")
    throw wordRefusal(decided, {
      out_of_range: fieldRefusal("dispute.appeal_out_of_range", "compensation_units"),
      not_judge: "dispute.not_taken",
    });
  const worth = units === null ? "" : `, ${units} units`;
  await recordStaffAct(tx, {
    staffId: moderatorId,
    act: "dispute.appeal",
    subject: hash,
    reason: `${caseNumber}: ${outcome}${worth}: ${answer}`,
  });
  postSystemLines(tx, [{ ref: hash, key: `appeal_${outcome}` }]);
  return hash;
}

type Asked = AppealFilters & {
  readonly viewerId: bigint;
  readonly queue?: CaseQueue | undefined;
  readonly after?: string | undefined;
};

export async function listAppeals(tx: ReadTx, { queue = "waiting", ...asked }: Asked): Promise<AppealPage> {
  const found = await readSlice(
    (limit) => listedAppeals(tx, { ...asked, queue, limit }),
    ({ place }) => place,
  );
  return { rows: found.rows.map(viewRow), next: found.next };
}

function viewRow(row: ListedAppeal): DisputeAppealRow {
  return {
    caseNumber: row.case_number,
    tradeHash: row.trade_hash,
    round: row.round,
    appellant: row.appellant,
    role: row.role,
    text: row.body,
    madeAt: row.made_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    takenBy: row.taken_by,
    outcome: row.outcome,
    decidedAt: row.decided_at?.toISOString() ?? null,
    cryptoCurrencyCode: row.crypto,
    compensation:
      row.compensation_units === null ? null : displayFromUnits(row.compensation_units, CRYPTO[row.crypto].digits),
    isPaid: row.is_paid,
  };
}

/** A moderator takes a case and decides it; above a sum two moderators must say the same. */
import { Refusal } from "#contract/refusals.ts";
import type { Tx } from "../../platform/db.ts";
import { joinAsModerator, postSystemLines } from "../chat/index.ts";
import { awardTrade, findTrade, lockTrade, roleIn } from "../trades/index.ts";
import { recordStaffAct } from "./staff-acts.ts";

/** Above this an award needs a second moderator. */
export const SECOND_PERSON_FROM_CENTS = 100_000n;

type CaseRow = {
  id: bigint;
  round: number;
  usd_cents: bigint;
  taken_by: bigint | null;
  proposed_winner: "buyer" | "seller" | null;
  proposed_by: bigint | null;
};

/** Locks the open case of a trade; refuses trade.not_found, and dispute.own_trade to its parties. */
async function lockCase(tx: Tx, { hash, moderatorId }: { hash: string; moderatorId: bigint }): Promise<CaseRow> {
  const trade = await findTrade(tx, hash);
  if (trade && roleIn(trade, moderatorId)) throw new Refusal("dispute.own_trade");
  const [found] = await tx.rows<CaseRow>`
    select id, round, usd_cents, taken_by, proposed_winner, proposed_by
    from disputes
    where trade_hash = ${hash} and outcome is null
    for update`;
  if (!trade || !found) throw new Refusal("trade.not_found");
  return found;
}

/**
 * Refuses dispute.taken when somebody else has it, unless he has proposed an award: then the second moderator, who has to
 * say the same, joins to read what was said. Twice is once.
 */
export async function takeDispute(tx: Tx, { hash, moderatorId }: { hash: string; moderatorId: bigint }): Promise<void> {
  const found = await lockCase(tx, { hash, moderatorId });
  if (found.taken_by === moderatorId) return;
  if (found.taken_by !== null && found.proposed_by === null) throw new Refusal("dispute.taken");

  await tx.rows`
    update disputes
    set taken_by = ${moderatorId}, taken_at = ${tx.now}
    where id = ${found.id} and taken_by is null`;
  if (!(await joinAsModerator(tx, { ref: hash, userId: moderatorId }))) return;
  postSystemLines(tx, [{ ref: hash, key: "moderator_joined" }]);
  await recordStaffAct(tx, { staffId: moderatorId, act: "dispute.take", subject: hash, reason: "case" });
  tx.emit({ type: "dispute.taken", subject: hash, payload: {} });
}

export type Award = {
  readonly hash: string;
  readonly moderatorId: bigint;
  readonly winner: "buyer" | "seller";
  readonly reasonCode: string;
  readonly note: string;
};

/**
 * Awards the escrow. The trade is locked before the case, as everywhere. Refuses dispute.not_taken, dispute.own_trade,
 * trade.wrong_status. Above the sum the first call proposes; the second must come from another moderator
 * (dispute.second_person) and say the same, else it replaces the proposal.
 */
export async function decideDispute(tx: Tx, award: Award): Promise<{ isDecided: boolean }> {
  await lockTrade(tx, award.hash);
  const found = await lockCase(tx, award);
  const needsSecond = found.usd_cents > SECOND_PERSON_FROM_CENTS;
  const isConfirming = needsSecond && found.proposed_winner === award.winner;
  if (isConfirming && found.proposed_by === award.moderatorId) throw new Refusal("dispute.second_person");
  if (!isConfirming && found.taken_by !== award.moderatorId) throw new Refusal("dispute.not_taken");
  await recordStaffAct(tx, {
    staffId: award.moderatorId,
    act: needsSecond && !isConfirming ? "dispute.propose" : "dispute.decide",
    subject: award.hash,
    reason: `${award.winner}: ${award.reasonCode}: ${award.note}`,
  });
  if (needsSecond && !isConfirming) {
    await tx.rows`
      update disputes
      set proposed_winner = ${award.winner}, proposed_by = ${award.moderatorId}, reason_code = ${award.reasonCode}, note = ${award.note}
      where id = ${found.id}`;
    return { isDecided: false };
  }

  await awardTrade(tx, {
    hash: award.hash,
    moderatorId: award.moderatorId,
    winner: award.winner,
    note: award.reasonCode,
  });
  await tx.rows`
    update disputes
    set outcome = ${award.winner}, reason_code = ${award.reasonCode}, note = ${award.note},
        decided_by = ${award.moderatorId}, decided_at = ${tx.now}
    where id = ${found.id}`;
  tx.emit({ type: "dispute.decided", subject: award.hash, payload: { winner: award.winner } });
  return { isDecided: true };
}

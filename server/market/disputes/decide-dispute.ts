/** A moderator takes a case and decides it; above a sum two moderators must say the same. */
import { isShare, winnerOf } from "#contract/market/disputes/award-shares.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import { REOPENABLE_STATUSES, type TradeStatus } from "#contract/market/trades/trade/statuses.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { findMember, joinAsModerator, postSystemLines } from "../chat/index.ts";
import { proofRefusal } from "../../people/auth/index.ts";
import { awardTrade, awardWanted, lockTrade, roleIn, type TradeRow, transitionTrade } from "../trades/index.ts";
import { recordStaffAct } from "../../people/audit/index.ts";
import {
  type CaseRow,
  closeWithAward,
  isWithinDay,
  lockOpenCase,
  type Proposed,
  proposeAward,
  takeCase,
} from "./rows.ts";

type Judged = { readonly hash: string; readonly moderatorId: bigint };

/** Refuses trade.not_found, and dispute.own_trade to its parties. */
async function lockTradeOfOthers(tx: Tx, { hash, moderatorId }: Judged): Promise<TradeRow> {
  const trade = await lockTrade(tx, hash);
  if (!trade) throw new Refusal("trade.not_found");
  if (roleIn(trade, moderatorId)) throw new Refusal("dispute.own_trade");
  return trade;
}

/** The open case of a trade that is locked already, in this order everywhere. Refuses trade.not_found. */
async function lockCaseOf(tx: Tx, hash: string): Promise<CaseRow> {
  const found = await lockOpenCase(tx, hash);
  if (!found) throw new Refusal("trade.not_found");
  return found;
}

type Taking = { readonly hash: string; readonly moderatorId: bigint; readonly reason: string };

/**
 * Refuses dispute.taken when another moderator who may award today has it, unless that moderator has proposed an award: then
 * the second moderator, who must confirm it, joins to read the conversation. Any staff member may join a trade whose buyer asks
 * that it goes on. A second call changes nothing. The reason is logged before anything is read. A moderator who lost the role
 * or is restricted has no case any more.
 */
export async function takeDispute(tx: Tx, taking: Taking): Promise<void> {
  const { hash, moderatorId } = taking;
  const trade = await lockTradeOfOthers(tx, taking);
  if (isAskedToReopen(trade)) return join(tx, taking);
  const found = await lockCaseOf(tx, hash);
  if (found.taken_by === moderatorId) return;
  const isSpent =
    found.taken_by !== null &&
    !(await isWithinDay(tx, { moderatorId: found.taken_by, tradeId: trade.id, usdCents: found.usd_cents }));
  if (found.taken_by !== null && found.proposed_by === null && !isSpent) throw new Refusal("dispute.taken");

  await takeCase(tx, {
    id: found.id,
    moderatorId,
    from: isSpent && found.proposed_by === null ? found.taken_by : null,
  });
  await join(tx, taking);
}

/** The buyer of a trade that ended unpaid has brought it to the staff, who may order that it goes on. */
const isAskedToReopen = ({ status, reopen_asked_at, is_reopened }: TradeRow) =>
  reopen_asked_at !== null && !is_reopened && REOPENABLE_STATUSES.some((one) => one === status);

async function join(tx: Tx, { hash, moderatorId, reason }: Taking): Promise<void> {
  if (!(await joinAsModerator(tx, { ref: hash, userId: moderatorId }))) return;
  postSystemLines(tx, [{ ref: hash, key: "moderator_joined" }]);
  await recordStaffAct(tx, { staffId: moderatorId, act: "dispute.take", subject: hash, reason });
  tx.emit({ type: "dispute.taken", subject: hash, payload: {} });
}

export type Award = {
  readonly hash: string;
  readonly moderatorId: bigint;
  readonly winner: "buyer" | "seller";
  /** The buyer's share of a divided escrow; null gives all to the winner. */
  readonly shareUnits: bigint | null;
  readonly reasonCode: string;
  readonly note: string;
};

/**
 * Awards the escrow, or divides it. Refuses dispute.not_taken, dispute.own_trade, dispute.share_out_of_range,
 * dispute.share_of_other, dispute.day_limit, trade.wrong_status once the sides have settled, auth.password_proof, auth.forbidden. Above the sum
 * the first call proposes; the second must come from another moderator (dispute.second_person) and say the same, to the unit
 * (dispute.other_award), else it replaces the proposal where it is the first moderator's.
 */
export async function decideDispute(tx: Tx, award: Award): Promise<{ isDecided: boolean }> {
  const trade = await lockTradeOfOthers(tx, award);
  const found = await lockCaseOf(tx, award.hash);
  const { "disputes.second_person_usd": alone } = await readSettings(tx, ["disputes.second_person_usd"]);
  const needsSecond = found.usd_cents > BigInt(alone) * 100n;
  assertShare(trade, award);
  const isConfirming =
    needsSecond && found.proposed_winner === award.winner && found.proposed_share_units === award.shareUnits;
  if (isConfirming && found.proposed_by === award.moderatorId) throw new Refusal("dispute.second_person");
  if (isConfirming && !(await findMember(tx, { ref: award.hash, userId: award.moderatorId, isStaff: true })))
    throw new Refusal("dispute.not_taken");
  if (!isConfirming && found.taken_by !== award.moderatorId)
    throw new Refusal(found.proposed_by === null ? "dispute.not_taken" : "dispute.other_award");
  await recordStaffAct(tx, {
    staffId: award.moderatorId,
    act: needsSecond && !isConfirming ? "dispute.propose" : "dispute.decide",
    subject: award.hash,
    reason: `${toWhom(award)}: ${award.reasonCode}: ${award.note}`,
  });
  // Under the lock of the chain: two awards of one moderator at once are counted in turn.
  const spent = { moderatorId: award.moderatorId, tradeId: trade.id, usdCents: found.usd_cents };
  if (!(await isWithinDay(tx, spent))) throw new Refusal("dispute.day_limit");
  if (needsSecond && !isConfirming) {
    const outcome = await proposeAward(tx, award);
    if (outcome !== "proposed") throw notProposed(outcome, { status: trade.status, award });
    // Proposed anew it is awarded already.
    if (trade.status === "dispute_open")
      await transitionTrade(tx, {
        hash: award.hash,
        verb: "propose_award",
        userId: award.moderatorId,
        as: "moderator",
      });
    return { isDecided: false };
  }

  await awardTrade(tx, {
    hash: award.hash,
    moderatorId: award.moderatorId,
    winner: award.winner,
    shareUnits: award.shareUnits,
    note: award.reasonCode,
  });
  await closeWithAward(tx, found.id, award);
  tx.emit({ type: "dispute.decided", subject: award.hash, payload: { winner: award.winner } });
  return { isDecided: true };
}

/** Refuses dispute.share_out_of_range where nothing is left for a side, dispute.share_of_other where the other side has more. */
function assertShare(trade: TradeRow, { winner, shareUnits }: Award): void {
  if (shareUnits === null) return;
  const field = "buyer_share_units";
  if (!isShare(shareUnits, trade))
    throw fieldRefusal("dispute.share_out_of_range", field, { most: String(trade.units - 1n) });
  if (winnerOf(shareUnits, trade) !== winner) throw fieldRefusal("dispute.share_of_other", field);
}

function notProposed(
  outcome: Exclude<Proposed, "proposed">,
  { status, award }: { status: TradeStatus; award: Award },
): Refusal {
  return wordRefusal(outcome, {
    unproved: proofRefusal(awardWanted(award.hash, award)),
    not_judge: "auth.forbidden",
    day_limit: "dispute.day_limit",
    not_open: new Refusal("trade.wrong_status", { status }),
  });
}

/** The wording of the staff log. */
function toWhom({ winner, shareUnits }: Award): string {
  return shareUnits === null ? winner : `${winner}, ${shareUnits} units to the buyer`;
}

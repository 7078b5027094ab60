/** Robots do their part in the trades that people have with them: through the verbs, as the robot's user would. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { findUserById, openPersonal, recordLastSeen } from "../../people/accounts/index.ts";
import { proveRelease } from "./robot/proofs.ts";
import { postMessage } from "../../market/chat/index.ts";
import { openDispute } from "../../market/disputes/index.ts";
import { giveFeedback } from "../../market/feedback/index.ts";
import { disputeAvailableAt, findTrade, transitionTrade } from "../../market/trades/index.ts";
import { type Act, nextAct, type RobotTrade } from "./robot/robot.ts";
import { DISPUTE_TEXTS, greeting, paidLine, praiseLine } from "./robot/words.ts";
import { tradesWithRobots } from "./robot/rows.ts";

/** Finished trades are looked at among so many newest ones, for the robot's feedback. */
const NEWEST = 500;

/** One step in every trade where one is due; each in its own transaction, so that one refusal stops nobody else. */
export async function actInTrades(app: Pick<AppPorts, "db" | "log" | "config" | "verifier">): Promise<void> {
  const { db, log } = app;
  const due = await db.tx(async (tx) => {
    const trades = await tradesOfRobots(tx);
    return trades.flatMap((trade) => {
      const act = nextAct(trade, tx.now);
      return act ? [{ trade, act }] : [];
    });
  });
  for (const { trade, act } of due) {
    try {
      if (act === "release") await proveRelease(app, trade);
      await db.tx((tx) => perform(tx, trade, act));
    } catch (error) {
      // The person was faster, or a rule says no: the next look decides again.
      if (!(error instanceof Refusal)) throw error;
      log.debug({ code: error.code, trade: trade.hash, act }, "a robot was refused");
    }
  }
}

async function tradesOfRobots(tx: ReadTx): Promise<RobotTrade[]> {
  const rows = await tradesWithRobots(tx, NEWEST);
  return rows.map(({ dispute_wait_sec: disputeWaitSec, ...row }) => ({
    ...row,
    dispute_at: disputeAvailableAt({ startedAt: row.started_at, paidAt: row.paid_at, disputeWaitSec }),
  }));
}

async function perform(tx: Tx, { hash, user_id: userId, manner, role }: RobotTrade, act: Act): Promise<void> {
  await recordLastSeen(tx, [{ userId, at: tx.now }]);
  const say = (text: string) =>
    postMessage(tx, { ref: hash, authorId: userId, isStaff: false, text, uploadHash: undefined, restrictions: [] });
  if (act === "greet") await say(greeting(manner, role, hash));
  else if (act === "say_paid") await say(paidLine(hash));
  else if (act === "reveal") await transitionTrade(tx, { hash, verb: "reveal_details", userId });
  else if (act === "pay") await pay(tx, { hash, userId });
  else if (act === "dispute") await openDispute(tx, { hash, userId, ...DISPUTE_TEXTS[role] });
  else if (act === "rate") await giveFeedback(tx, { hash, giverId: userId, rating: 1, message: praiseLine(hash) });
  else await transitionTrade(tx, { hash, verb: "release", userId });
}

/** By the payer's own account, where the seller sees the account holder. */
async function pay(tx: Tx, { hash, userId }: Pick<RobotTrade, "hash"> & { readonly userId: bigint }): Promise<void> {
  const trade = await findTrade(tx, hash);
  const robot = trade?.payer_awaited ? await findUserById(tx, userId) : undefined;
  if (robot) {
    const { firstName, lastName } = openPersonal(robot);
    const input = { account: { holderName: `${firstName} ${lastName}` } };
    await transitionTrade(tx, { hash, verb: "reveal_details", userId, input });
  }
  await transitionTrade(tx, { hash, verb: "mark_paid", userId });
}

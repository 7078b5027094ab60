/** Robots do their part in the trades that people have with them: through the verbs, as the robot's user would. */
import { Refusal } from "#contract/refusals.ts";
import { SUCCESSFUL_STATUSES } from "#contract/trade-statuses.ts";
import type { AppPorts } from "../platform/app-ports.ts";
import type { ReadTx, Tx } from "../platform/db.ts";
import { recordLastSeen } from "../people/accounts/index.ts";
import { robotSessions } from "./robot-sessions.ts";
import { postMessage } from "../market/chat/index.ts";
import { openDispute } from "../market/disputes/index.ts";
import { giveFeedback } from "../market/feedback/index.ts";
import { disputeAvailableAt, transitionTrade } from "../market/trades/index.ts";
import { type Act, nextAct, type RobotTrade } from "./robot.ts";
import { DISPUTE_TEXTS, greeting, paidLine, praiseLine } from "./robot-words.ts";

/** Finished trades are looked at among so many newest ones, for the robot's feedback. */
const NEWEST = 500;

/** One step in every trade where one is due; each in its own transaction, so that one refusal stops nobody else. */
export async function actInTrades({ db, log }: Pick<AppPorts, "db" | "log">): Promise<void> {
  const due = await db.tx(async (tx) => {
    const trades = await tradesOfRobots(tx);
    return trades.flatMap((trade) => {
      const act = nextAct(trade, tx.now);
      return act ? [{ trade, act }] : [];
    });
  });
  for (const { trade, act } of due) {
    try {
      await db.tx((tx) => perform(tx, trade, act));
    } catch (error) {
      // The person was faster, or a rule says no: the next look decides again.
      if (!(error instanceof Refusal)) throw error;
      log.debug({ code: error.code, trade: trade.hash, act }, "a robot was refused");
    }
  }
}

type Row = Omit<RobotTrade, "dispute_at"> & { readonly dispute_wait_sec: number };

async function tradesOfRobots(tx: ReadTx): Promise<RobotTrade[]> {
  const rows = await tx.rows<Row>`
    select trade.hash, trade.status, robot.user_id, robot.manner, trade.started_at, trade.details_revealed_at,
      trade.paid_at, trade.dispute_wait_sec,
      case when trade.buyer_id = robot.user_id then 'buyer' else 'seller' end as role,
      case when trade.buyer_id = robot.user_id then trade.buyer_feedback_at else trade.seller_feedback_at end is not null
        as has_rated,
      (
        select count(*)::int
        from chat_messages message
        join chat_rooms room on room.id = message.room_id
        where room.ref = trade.hash and message.author_id = robot.user_id
      ) as said
    from (
      select id
      from trades
      where ended_at is null
      union all
      select id
      from trades
      where id > (select coalesce(max(id), 0) - ${NEWEST} from trades) and status = any(${SUCCESSFUL_STATUSES})
        and ended_at > ${tx.now}::timestamptz - interval '1 hour'
    ) as lately
    join trades trade on trade.id = lately.id
    left join demo_robots buying on buying.user_id = trade.buyer_id
    left join demo_robots selling on selling.user_id = trade.seller_id
    cross join lateral (
      select coalesce(buying.user_id, selling.user_id) as user_id, coalesce(buying.manner, selling.manner) as manner
    ) as robot
    where (buying.user_id is null) <> (selling.user_id is null)
    order by trade.id
    limit 200`;
  return rows.map(({ dispute_wait_sec: disputeWaitSec, ...row }) => ({
    ...row,
    dispute_at: disputeAvailableAt({ startedAt: row.started_at, paidAt: row.paid_at, disputeWaitSec }),
  }));
}

async function perform(tx: Tx, { hash, user_id: userId, manner, role }: RobotTrade, act: Act): Promise<void> {
  await recordLastSeen(tx, [{ userId, at: tx.now }]);
  const say = (text: string) => postMessage(tx, { ref: hash, authorId: userId, text, uploadHash: undefined });
  if (act === "greet") await say(greeting(manner, role, hash));
  else if (act === "say_paid") await say(paidLine(hash));
  else if (act === "reveal") await transitionTrade(tx, { hash, verb: "reveal_details", userId });
  else if (act === "pay") await transitionTrade(tx, { hash, verb: "mark_paid", userId });
  else if (act === "dispute") await openDispute(tx, { hash, userId, ...DISPUTE_TEXTS[role] });
  else if (act === "rate") await giveFeedback(tx, { hash, giverId: userId, rating: 1, message: praiseLine(hash) });
  else await release(tx, { hash, userId });
}

async function release(tx: Tx, { hash, userId }: { hash: string; userId: bigint }): Promise<void> {
  const sessionId = (await robotSessions(tx, [userId])).get(userId);
  if (sessionId === undefined) throw new Error(`user ${userId} is no robot`);
  await transitionTrade(tx, { hash, verb: "release", userId, proofOf: sessionId });
}

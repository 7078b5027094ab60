/** The platform was down: every running window is longer by that time, and the trade's log says so. */
import type { Tx } from "../../platform/db.ts";
import { postSystemLines } from "../chat/index.ts";
import { insertTransitions } from "./rows.ts";
import type { TradeStatus } from "#contract/trade-statuses.ts";

export async function moveDeadlines(tx: Tx, outageMs: number): Promise<void> {
  const seconds = Math.ceil(outageMs / 1000);
  const moved = await tx.rows<{ id: bigint; hash: string; status: TradeStatus }>`
    update trades
    set expires_at = expires_at + make_interval(secs => ${seconds}), version = version + 1
    where expires_at is not null
    returning id, hash, status`;
  const note = `${seconds} seconds`;
  insertTransitions(
    tx,
    moved.map(({ id, status }) => ({ tradeId: id, verb: "outage", actor: "platform", actorId: null, status, note })),
  );
  postSystemLines(
    tx,
    moved.map(({ hash }) => ({
      ref: hash,
      key: "platform_was_down",
      values: { minutes: String(Math.ceil(seconds / 60)) },
    })),
  );
}

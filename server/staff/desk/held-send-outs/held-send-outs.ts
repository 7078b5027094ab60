/** Transfers that wait: which, why, where one goes, and stopping one of which nothing is signed. */
import type { HeldSendOutFilters, HeldSendOuts } from "#contract/staff/held-send-outs.ts";
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { type RefusalCode, Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { readSlice } from "../../../platform/cursors.ts";
import { emitSendOut, getSendOutFacts } from "../../../money/custody/index.ts";
import { proofRefusal } from "../../../people/auth/index.ts";
import { countHeldSendOuts, findWaiting, heldSendOutRows, mayStop, senderOf, stopSendOutRow } from "./rows.ts";
import { noteLook, noteMiss } from "../people/look-up.ts";
import { isLookBudgetSpent } from "../people/person-rows.ts";
import { wordRefusal } from "../../../platform/postgres/outcomes.ts";

type Query = HeldSendOutFilters & { readonly after?: string | undefined };

export async function viewHeldSendOuts(
  tx: ReadTx,
  { staffId, after, ...filters }: Query & { readonly staffId: bigint },
): Promise<HeldSendOuts> {
  const [found, waiting, may] = await Promise.all([
    readSlice(
      (limit) => heldSendOutRows(tx, { ...filters, after: after === undefined ? null : BigInt(after), limit }),
      ({ id }) => String(id),
    ),
    countHeldSendOuts(tx),
    mayStop(tx, staffId),
  ]);
  return {
    rows: found.rows.map((row) => {
      const shown = (units: bigint) => displayFromUnits(units, CRYPTO[row.currency].digits);
      return {
        ...{ id: row.hash, username: row.username, cryptoCurrencyCode: row.currency, why: row.why },
        ...{ amount: shown(row.units), fee: shown(row.fee_units), createdAt: row.created_at.toISOString() },
        until: row.due_at > tx.now ? row.due_at.toISOString() : null,
        mayStop: may && row.user_id !== staffId,
      };
    }),
    next: found.next,
    waiting,
  };
}

type Asked = { readonly staffId: bigint; readonly id: string; readonly reason: string };

/** Its sender is looked up by that, within the budget of a day; or the refusal wallet.send_out_unknown. Refuses auth.forbidden, staff.look_ups. */
export async function lookAtSendOut(tx: Tx, { staffId, id, reason }: Asked): Promise<{ address: string } | Refusal> {
  if (await isLookBudgetSpent(tx, staffId)) throw new Refusal("staff.look_ups");
  const waiting = await findWaiting(tx, id);
  if (!waiting) {
    await noteMiss(tx, { staffId, by: "transfer", named: id, reason });
    return new Refusal("wallet.send_out_unknown");
  }
  const userId = waiting.user_id;
  await noteLook(tx, { staffId, userId, reason: `${id}: ${reason}` });
  return { address: waiting.destination };
}

const REFUSES: Readonly<Record<string, RefusalCode>> = {
  not_allowed: "auth.forbidden",
  own: "staff.own_account",
  unknown: "wallet.send_out_unknown",
  under_way: "wallet.send_out_under_way",
};

/**
 * The database moves state and money and writes the act and the event. Refuses auth.forbidden, staff.own_account,
 * wallet.send_out_unknown, wallet.send_out_under_way, auth.password_proof.
 */
export async function stopSendOut(tx: Tx, { staffId, id, reason }: Asked): Promise<void> {
  const outcome = await stopSendOutRow(tx, { hash: id, why: reason, staffId });
  if (outcome !== "stopped")
    throw wordRefusal(outcome, { ...REFUSES, unproved: proofRefusal({ kind: "stop_send_out", id }) });
  const facts = await getSendOutFacts(tx, { userId: await senderOf(tx, id), hash: id });
  emitSendOut(tx, facts, facts.status);
}

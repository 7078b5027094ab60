/** The moderators' queue. */
import type { DisputeRow } from "#contract/disputes.ts";
import { CRYPTO, type CryptoCode, displayFromUnits } from "#contract/money.ts";
import { type ReadTx, sql } from "../../platform/db.ts";
import { getPaymentMethod } from "../../reference/catalog/index.ts";
import { getReason } from "./reasons.ts";

type Row = {
  trade_hash: string;
  opened_by: "buyer" | "seller";
  reason_id: number;
  body: string;
  opened_at: Date;
  due_at: Date;
  taken_by: string | null;
  proposed_winner: "buyer" | "seller" | null;
  proposed_by: string | null;
  buyer: string;
  seller: string;
  fiat_units: bigint;
  fiat_digits: number;
  fiat_code: string;
  units: bigint;
  crypto: CryptoCode;
  payment_method_id: number;
  outcome: DisputeRow["outcome"];
  decided_at: Date | null;
};

/** Open cases by the nearest deadline, or the last hundred decided. */
export async function listDisputes(tx: ReadTx, { state }: { state: "open" | "decided" }): Promise<DisputeRow[]> {
  const order =
    state === "open"
      ? sql`where disputes.outcome is null order by disputes.due_at`
      : sql`where disputes.outcome is not null order by disputes.decided_at desc`;
  const rows = await tx.rows<Row>`
    select disputes.trade_hash, disputes.opened_by, disputes.reason_id, disputes.body, disputes.opened_at, disputes.due_at,
      staff.username as taken_by, disputes.proposed_winner, proposer.username as proposed_by, buyer.username as buyer, seller.username as seller, trades.fiat_units,
      trades.fiat_digits, trades.fiat_code, trades.units, trades.crypto, trades.payment_method_id,
      disputes.outcome, disputes.decided_at
    from disputes
    join trades on trades.hash = disputes.trade_hash
    join users buyer on buyer.id = trades.buyer_id
    join users seller on seller.id = trades.seller_id
    left join users staff on staff.id = disputes.taken_by
    left join users proposer on proposer.id = disputes.proposed_by
    ${order}
    limit 100`;
  return rows.map((row) => ({
    tradeHash: row.trade_hash,
    openedBy: row.opened_by,
    reasonCode: getReason(row.reason_id).slug,
    reason: getReason(row.reason_id).text,
    text: row.body,
    openedAt: row.opened_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    takenBy: row.taken_by,
    proposal: row.proposed_winner && row.proposed_by ? { winner: row.proposed_winner, by: row.proposed_by } : null,
    buyer: row.buyer,
    seller: row.seller,
    fiatAmount: displayFromUnits(row.fiat_units, row.fiat_digits, { pad: true }),
    fiatCurrencyCode: row.fiat_code,
    cryptoAmount: displayFromUnits(row.units, CRYPTO[row.crypto].digits),
    cryptoCurrencyCode: row.crypto,
    paymentMethod: getPaymentMethod(row.payment_method_id).name,
    outcome: row.outcome,
    decidedAt: row.decided_at?.toISOString() ?? null,
  }));
}

/** The username of the moderator who has the open case of a trade. */
export async function findCaseTaker(tx: ReadTx, hash: string): Promise<string | null> {
  const [row] = await tx.rows<{ username: string }>`
    select users.username
    from disputes
    join users on users.id = disputes.taken_by
    where disputes.trade_hash = ${hash} and disputes.outcome is null`;
  return row?.username ?? null;
}

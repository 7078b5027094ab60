/** Invariants of Lightning; see docs/invariants.md. */
import { type ReadTx, sql } from "../../platform/postgres/db.ts";
import type { InvariantCheck } from "../../money/ledger/index.ts";

export const LIGHTNING_CHECKS: readonly InvariantCheck[] = [
  { id: "L1", find: nothingIsMissing, findSince: nothingIsMissing, halts: ["lightning_out"] },
  { id: "L2", find: (tx) => onceForAHash(tx), findSince: (tx) => onceForAHash(tx, LATELY) },
  { id: "L3", find: heldIsInFlight, findSince: heldIsInFlight },
];

/** What the check of each minute looks at. */
const LATELY = sql`market_now() - interval '10 minutes'`;
type Since = typeof LATELY | undefined;

/** Less than so much may be on its way between the node's word and the books. */
const SLACK_MSAT = 1_000_000;

/** The operator's own part of the node's balance falls by nothing but what the operator does. */
async function nothingIsMissing(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ missing: string }>`
    select div(node.base_msat - node.own_msat, 1000)::text as missing
    from ln_node node
    where node.own_msat < node.base_msat - ${SLACK_MSAT}`;
  return rows.map(({ missing }) => `the Lightning node misses ${missing} satoshi`);
}

/** A hash is credited from outside once, paid inside once, and sent once; and the journals are those of the rows. */
async function onceForAHash(tx: ReadTx, since?: Since): Promise<string[]> {
  const rows = await tx.rows<{ payment_hash: string }>`
    select made.payment_hash
    from ln_invoices made
    left join journals outside on outside.kind = 'ln_in' and outside.subject = made.payment_hash
    left join journals inside on inside.kind = 'ln_internal' and inside.subject = made.payment_hash
    where ${since ? sql`made.settled_at > ${since}` : sql`made.payment_hash is not null`}
      and (made.status = 'settled' and outside.id is null or made.status = 'paid_inside' and inside.id is null
        or made.status not in ('settled', 'paid_inside') and (outside.id is not null or inside.id is not null))
    union all
    select paid.payment_hash
    from ln_payments paid
    join product_quotes quote on quote.id = paid.quote_id
    left join journals done on done.kind in ('ln_settle', 'ln_return') and done.subject = quote.hash
    where paid.status <> 'inside' and ${since ? sql`paid.ended_at > ${since}` : sql`true`}
      and (paid.status in ('settled', 'failed')) <> (done.id is not null)
    limit 10`;
  return rows.map(({ payment_hash }) => `the hash ${payment_hash} has other journals than its row`);
}

/** What users have in their accounts of Lightning is what their open payments and withdrawals hold. */
async function heldIsInFlight(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ name: string; holds: string; open: string }>`
    select account.name, account.balance_units::text as holds, coalesce(sum(quote.units), 0)::text as open
    from ledger_accounts account
    left join (
      select user_id, quote_id from ln_payments where status in ('reserved', 'in_flight')
      union all
      select user_id, quote_id from ln_withdrawals where status = 'open') as paid
      on account.name = 'user:' || paid.user_id || ':BTC:lightning'
    left join product_quotes quote on quote.id = paid.quote_id
    where account.name like 'user:%:BTC:lightning'
    group by account.name, account.balance_units
    having account.balance_units <> coalesce(sum(quote.units), 0)
    limit 10`;
  return rows.map(({ name, holds, open }) => `${name} holds ${holds}, open payments ${open}`);
}

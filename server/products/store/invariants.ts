/** Invariants of the gift card store; see docs/invariants.md. */
import { type ReadTx, sql } from "../../platform/postgres/db.ts";
import { committedSince, type InvariantCheck, type Watermark } from "../../money/ledger/index.ts";

export const STORE_CHECKS: readonly InvariantCheck[] = [
  { id: "G1", find: (tx) => codesOfLines(tx), findSince: codesOfLines },
  { id: "G2", find: cardsIssued, findSince: cardsIssued },
  { id: "G3", find: seenCodesReturned },
];

/** A settled line has the codes of what it delivered, and a code of a line that is not settled was not seen. */
async function codesOfLines(tx: ReadTx, watermark?: Watermark): Promise<string[]> {
  const rows = await tx.rows<{ hash: string; codes: number; delivered: string }>`
    select made.hash, count(code.id)::int as codes,
      (case made.status when 'settled' then made.delivered_units / line.face_units else 0 end)::text as delivered
    from store_lines line
    join provider_orders made on made.quote_id = line.quote_id
    left join store_codes code on code.quote_id = line.quote_id and (made.status = 'settled' or code.first_seen_at is not null)
    left join journals journal on journal.kind = 'provider_done' and journal.subject = made.hash
    where ${watermark === undefined ? sql`true` : sql`(made.ended_at is null or ${committedSince(sql`journal.xid`, watermark)})`}
    group by made.hash, made.status, made.delivered_units, line.face_units
    having count(code.id) is distinct from case made.status when 'settled' then made.delivered_units / line.face_units else 0 end
    limit 10`;
  return rows.map(({ hash, codes, delivered }) => `line ${hash} has ${codes} codes, and delivered ${delivered}`);
}

/** The operator owes what its issuer's cards are worth that nobody has redeemed. */
async function cardsIssued(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ name: string; holds: string; worth: string }>`
    select coalesce(account.name, 'house:' || cards.currency || ':cards_issued') as name, coalesce(account.balance_units, 0)::text as holds,
      coalesce(cards.units, 0)::text as worth
    from (
      select currency, sum(face_units) as units
      from house_cards
      where activated_at is not null and redeemed_at is null and voided_at is null
      group by currency
    ) as cards
    full join (
      select name, balance_units
      from ledger_accounts
      where kind = 'house' and name like 'house:%:cards_issued'
    ) as account on account.name = 'house:' || cards.currency || ':cards_issued'
    where coalesce(account.balance_units, 0) <> coalesce(cards.units, 0)
    limit 10`;
  return rows.map(({ name, holds, worth }) => `${name} holds ${holds}, cards that nobody redeemed are worth ${worth}`);
}

/** The price of a code that was seen goes back by a decision about its report, and by nothing else. */
async function seenCodesReturned(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ hash: string }>`
    select coalesce(code.hash, journal.subject) as hash
    from (
      select hash from store_codes where report_status = 'refunded'
    ) as code
    full join (
      select subject from journals where kind = 'store_refund'
    ) as journal on journal.subject = code.hash
    where code.hash is null or journal.subject is null
    limit 10`;
  return rows.map(({ hash }) => `the code ${hash} was refunded without a decision, or decided without a refund`);
}

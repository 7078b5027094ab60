/** Invariants of purchases and sales at providers; see docs/invariants.md. */
import type { ReadTx } from "../../platform/postgres/db.ts";
import type { InvariantCheck } from "../../money/ledger/index.ts";

export const RAMP_CHECKS: readonly InvariantCheck[] = [
  { id: "R1", find: promisedCoins, findSince: promisedCoins },
  { id: "R2", find: heldMoney, findSince: heldMoney },
  { id: "R3", find: coinsForMoney },
];

/** The accounts of promised coins hold what open purchases were promised. */
async function promisedCoins(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ name: string; holds: string; promised: string }>`
    select coalesce(account.name, 'house:' || open.currency || ':promised') as name,
      coalesce(account.balance_units, 0)::text as holds, coalesce(open.units, 0)::text as promised
    from (select name, balance_units from ledger_accounts where name like 'house:%:promised') as account
    full join (
      select made.currency, sum(made.units) as units
      from provider_orders made
      join ramp_orders ramp on ramp.quote_id = made.quote_id and ramp.released_at is null
      where made.product = 'on_ramp' and made.ended_at is null
      group by made.currency
    ) as open on 'house:' || open.currency || ':promised' = account.name
    where coalesce(account.balance_units, 0) <> coalesce(open.units, 0)`;
  return rows.map(({ name, holds, promised }) => `${name} holds ${holds}, purchases have ${promised}`);
}

/** The account of refunds holds the money that is held of purchases. */
async function heldMoney(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ holds: string; held: string }>`
    select sums.holds::text as holds, sums.held::text as held
    from (
      select coalesce((select balance_units from ledger_accounts where name = 'house:USD:refunds'), 0) as holds,
        coalesce((
          select sum(booked_units) from provider_orders where product = 'on_ramp' and status = 'mismatch'), 0) as held
    ) as sums
    where sums.holds <> sums.held`;
  return rows.map(({ holds, held }) => `house:USD:refunds holds ${holds}, purchases that are held have ${held}`);
}

/** Money in time buys no more coins than the price of its order gave, within a hundredth, and no coins are given without money. */
async function coinsForMoney(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ hash: string }>`
    select made.hash
    from provider_orders made
    join product_quotes quote on quote.id = made.quote_id
    join ramp_orders ramp on ramp.quote_id = made.quote_id
    where made.product = 'on_ramp' and (made.status = 'settled' or ramp.given_units is not null)
      and (ramp.given_units > 0 and made.booked_units > 0 and (
        made.end_reason = 'chosen' or ramp.received_at > ramp.window_until
        or ramp.given_units::numeric * quote.cost_units * 99 <= made.units::numeric * made.booked_units * 100)) is not true
    limit 10`;
  return rows.map(({ hash }) => `purchase ${hash} gave more coins than its money buys`);
}

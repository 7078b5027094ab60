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
  const rows = await tx.rows<{ currency: string; holds: string; promised: string }>`
    select coin.code as currency, coalesce(account.balance_units, 0)::text as holds, coalesce(sum(made.units), 0)::text as promised
    from ledger_currencies coin
    left join ledger_accounts account on account.name = 'house:' || coin.code || ':promised'
    left join (
      select one.currency, one.units
      from provider_orders one
      join ramp_orders ramp on ramp.quote_id = one.quote_id and ramp.released_at is null
      where one.product = 'on_ramp' and one.ended_at is null
    ) as made on made.currency = coin.code
    where coin.is_coin
    group by coin.code, account.balance_units
    having coalesce(account.balance_units, 0) <> coalesce(sum(made.units), 0)`;
  return rows.map(
    ({ currency, holds, promised }) => `house:${currency}:promised holds ${holds}, purchases have ${promised}`,
  );
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

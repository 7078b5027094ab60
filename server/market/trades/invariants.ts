/** What must hold about trades and their escrow at every moment; docs/invariants.md explains the ids. */
import { decimal, decimalText } from "#contract/platform/decimal.ts";
import { priceOf } from "#contract/money/prices.ts";
import { ESCROW_STATUSES, FINAL_STATUSES } from "#contract/market/trades/trade/statuses.ts";
import { type Fragment, type ReadTx, sql } from "../../platform/postgres/db.ts";
import { accountIn, committedSince, type InvariantCheck, type Watermark } from "../../money/ledger/index.ts";
import { CARD_CHECKS } from "./gift-cards/card-rows.ts";
import { TOTAL_CHECKS } from "./total-rows.ts";

export const TRADE_CHECKS: readonly InvariantCheck[] = [
  { id: "I5", find: (tx) => escrowLeavesOnce(tx), findSince: escrowLeavesOnce },
  { id: "I6", find: escrowEqualsOpenTrades, findSince: openTradesHaveTheirEscrow },
  { id: "I12", find: (tx) => historyFollowsTheTable(tx), findSince: historyFollowsTheTable },
  { id: "I15", find: (tx) => releasesAreProved(tx), findSince: releasesAreProved },
  { id: "I15", find: (tx) => divisionsAreProved(tx), findSince: divisionsAreProved },
  { id: "I18", find: (tx) => pricesRecompute(tx), findSince: pricesRecompute },
  { id: "I19", find: (tx) => partsSumToTheWhole(tx), findSince: partsSumToTheWhole },
  { id: "I19", find: (tx) => divisionsAreAsDecided(tx), findSince: divisionsAreAsDecided },
  { id: "I19", find: (tx) => cashbacksAreAsPromised(tx), findSince: cashbacksAreAsPromised },
  { id: "I20", find: (tx) => timersActOnceAndNotEarly(tx), findSince: timersActOnceAndNotEarly },
  ...CARD_CHECKS,
  ...TOTAL_CHECKS,
];

const KINDS = ["trade_lock", "trade_release", "trade_return", "trade_split"];
/** And what is paid beside the escrow. */
const MOVES = [...KINDS, "trade_cashback"];

/** Trades that are open, and those whose coins moved since the watermark; all without one. */
function tradesSince(watermark: Watermark | undefined): Fragment {
  if (watermark === undefined) return sql`true`;
  return sql`trades.id = any(array(
    select open.trade_id
    from running_trades open
    union
    select split_part(moved.subject, ':', 1)::bigint
    from journals moved
    where moved.kind = any(${MOVES}) and ${committedSince(sql`moved.xid`, watermark)}))`;
}

/** Rounds of trades in which coins moved since the watermark; all without one. */
function roundsSince(watermark: Watermark | undefined): Fragment {
  if (watermark === undefined) return sql`true`;
  return sql`journals.subject = any(array(
    select moved.subject
    from journals moved
    where moved.kind = any(${MOVES}) and ${committedSince(sql`moved.xid`, watermark)}))`;
}

/** Per funding round: locked at most once, one way out at most, and open exactly while coins are held. */
async function escrowLeavesOnce(tx: ReadTx, watermark?: Watermark): Promise<string[]> {
  const exits = await tx.rows<{ subject: string; exits: number; locks: number }>`
    select subject,
      count(*) filter (where kind in ('trade_release', 'trade_return', 'trade_split'))::int as exits,
      count(*) filter (where kind = 'trade_lock')::int as locks
    from journals
    where kind = any(${KINDS}) and ${roundsSince(watermark)}
    group by subject
    having count(*) filter (where kind in ('trade_release', 'trade_return', 'trade_split')) > 1
        or count(*) filter (where kind = 'trade_lock') <> 1
    limit 10`;
  const held = await tx.rows<{ hash: string; status: string; units: string }>`
    select trades.hash, trades.status, coalesce(account.balance_units, 0)::text as units
    from trades
    left join ledger_accounts account on account.name = ${accountIn.escrow(sql`trades.id`, sql`trades.crypto`)}
    where (trades.status = any(${ESCROW_STATUSES})) <> (coalesce(account.balance_units, 0) > 0)
      and ${tradesSince(watermark)}
    limit 10`;
  return [
    ...exits.map((row) => `escrow ${row.subject} was locked ${row.locks} times and left ${row.exits} times`),
    ...held.map((row) => `trade ${row.hash} is ${row.status} with ${row.units} in escrow`),
  ];
}

async function escrowEqualsOpenTrades(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ currency: string; held: string; owed: string }>`
    select held.currency, held.units::text as held, coalesce(owed.units, 0)::text as owed
    from (
      select currency, sum(balance_units) as units
      from ledger_accounts
      where kind = 'trade'
      group by currency
    ) as held
    left join (
      select crypto, sum(units + fee_units) as units
      from trades
      where status = any(${ESCROW_STATUSES})
      group by crypto
    ) as owed on owed.crypto = held.currency
    where held.units <> coalesce(owed.units, 0)`;
  return rows.map((row) => `escrow in ${row.currency} holds ${row.held}, open trades are owed ${row.owed}`);
}

/** The same of the open trades by themselves: the escrows of the others are empty, as I5 says of each that moved. */
async function openTradesHaveTheirEscrow(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ currency: string; held: string; owed: string }>`
    select open.currency, open.held::text, open.owed::text
    from (
      select trades.crypto as currency, coalesce(sum(account.balance_units), 0) as held,
        coalesce(sum(trades.units + trades.fee_units) filter (where trades.status = any(${ESCROW_STATUSES})), 0) as owed
      from running_trades running
      join trades on trades.id = running.trade_id
      left join ledger_accounts account on account.name = ${accountIn.escrow(sql`trades.id`, sql`trades.crypto`)}
      group by trades.crypto
    ) as open
    where open.held <> open.owed`;
  return rows.map((row) => `escrow in ${row.currency} holds ${row.held}, open trades are owed ${row.owed}`);
}

/** The history ends at the status; final ones have an end; nothing expired that was paid in its round. */
async function historyFollowsTheTable(tx: ReadTx, watermark?: Watermark): Promise<string[]> {
  const rows = await tx.rows<{ hash: string; detail: string }>`
    select trades.hash, 'has the status ' || trades.status || ', its history ends at ' || last.status as detail
    from trades
    join lateral (select status from trade_transitions where trade_id = trades.id order by id desc limit 1) as last on true
    where last.status <> trades.status and ${tradesSince(watermark)}
    union all
    select hash, 'is ' || status || ' with end ' || coalesce(ended_at::text, 'none')
    from trades
    where (ended_at is not null) <> (status = any(${FINAL_STATUSES})) and ${tradesSince(watermark)}
    union all
    select hash, 'expired although it was paid'
    from trades
    where status = 'expired' and paid_at is not null and ${tradesSince(watermark)}
    limit 10`;
  return rows.map((row) => `trade ${row.hash} ${row.detail}`);
}

/** A seller's release has a spent proof of the same subject. */
async function releasesAreProved(tx: ReadTx, watermark?: Watermark): Promise<string[]> {
  const rows = await tx.rows<{ subject: string }>`
    select journals.subject
    from journals
    join trades on trades.id = split_part(journals.subject, ':', 1)::bigint
    where journals.kind = 'trade_release' and trades.status = 'released'
      and trades.round = split_part(journals.subject, ':', 2)::int
      and not exists (
        select from proofs
        where proofs.subject = 'trade_release:' || journals.subject and proofs.user_id = trades.seller_id
          and proofs.spent_at is not null)
      and ${watermark === undefined ? sql`true` : committedSince(sql`journals.xid`, watermark)}
    limit 10`;
  return rows.map((row) => `the release of ${row.subject} has no proof`);
}

/** A division has a moderator's spent proof of just these units. */
async function divisionsAreProved(tx: ReadTx, watermark?: Watermark): Promise<string[]> {
  const rows = await tx.rows<{ hash: string }>`
    select trades.hash
    from trades
    where trades.buyer_share_units is not null
      and not exists (
        select from proofs
        where proofs.subject = concat_ws(
            ':', 'staff_award', trades.id, trades.round, replace(trades.status, 'dispute_won_', ''), trades.buyer_share_units)
          and proofs.user_id not in (trades.buyer_id, trades.seller_id) and proofs.spent_at is not null)
      and ${tradesSince(watermark)}
    limit 10`;
  return rows.map((row) => `the division of trade ${row.hash} has no proof`);
}

/** Of the newest. */
async function pricesRecompute(tx: ReadTx, watermark?: Watermark): Promise<string[]> {
  const rows = await tx.rows<{
    hash: string;
    price: string;
    market_rate: string;
    margin_bp: number;
    fiat_digits: number;
  }>`
    select hash, price, market_rate, margin_bp, fiat_digits
    from trades
    where margin_bp is not null and ${tradesSince(watermark)}
    order by id desc
    limit 2000`;
  return rows.flatMap((row) => {
    const price = decimalText(
      priceOf({ rate: decimal(row.market_rate), marginBp: row.margin_bp, fiatDigits: row.fiat_digits }),
    );
    return price === row.price ? [] : [`trade ${row.hash} has the price ${row.price}, its rate gives ${price}`];
  });
}

async function partsSumToTheWhole(tx: ReadTx, watermark?: Watermark): Promise<string[]> {
  const rows = await tx.rows<{ subject: string }>`
    select locked.subject
    from (
      select journals.subject, sum(postings.units) filter (where journals.kind = 'trade_lock') as entered,
        sum(postings.units) filter (where journals.kind <> 'trade_lock') as gone
      from journals
      join postings on postings.journal_id = journals.id
      where journals.kind = any(${KINDS}) and ${roundsSince(watermark)}
      group by journals.subject
    ) as locked
    where locked.gone is not null and locked.gone <> locked.entered
    limit 10`;
  return rows.map((row) => `what left the escrow of ${row.subject} is not what entered it`);
}

/** Of a divided escrow the buyer got the share that the trade names, and the operator its fee. */
async function divisionsAreAsDecided(tx: ReadTx, watermark?: Watermark): Promise<string[]> {
  const rows = await tx.rows<{ hash: string }>`
    select trades.hash
    from trades
    left join journals on journals.kind = 'trade_split' and journals.subject = trades.id || ':' || trades.round
    left join lateral (
      select coalesce(sum(units) filter (
          where account.name = ${accountIn.available(sql`trades.buyer_id`, sql`trades.crypto`)}), 0) as to_buyer,
        coalesce(sum(units) filter (where account.kind = 'house'), 0) as to_house
      from postings
      join ledger_accounts account on account.id = postings.to_account
      where postings.journal_id = journals.id
    ) as paid on true
    where trades.buyer_share_units is not null
      and (paid.to_buyer, paid.to_house)
        is distinct from (trades.buyer_share_units, fee_of_share(trades.units, trades.fee_units, trades.buyer_share_units))
      and ${tradesSince(watermark)}
    limit 10`;
  return rows.map((row) => `trade ${row.hash} was not divided as it says`);
}

/**
 * The taker was paid the trade's cashback when the coins went to the buyer without a decision against the taker; no one else
 * was.
 */
async function cashbacksAreAsPromised(tx: ReadTx, watermark?: Watermark): Promise<string[]> {
  const rows = await tx.rows<{ hash: string }>`
    select trades.hash
    from trades
    left join lateral (
      select case
          when count(*) = 1 and min(giver.name) = 'house:' || trades.crypto || ':fees'
            and min(taker.name) = ${accountIn.available(sql`trades.starter_id`, sql`trades.crypto`)} then min(postings.units)
          when count(*) > 0 then 0
        end as units
      from journals
      join postings on postings.journal_id = journals.id
      join ledger_accounts giver on giver.id = postings.from_account
      join ledger_accounts taker on taker.id = postings.to_account
      where journals.kind = 'trade_cashback' and journals.subject = trades.id || ':' || trades.round
    ) as paid on true
    where trades.cashback_units is not null and ${tradesSince(watermark)}
      and paid.units is distinct from case when exists (
        select
        from journals
        where journals.kind = 'trade_release' and journals.subject = trades.id || ':' || trades.round
      ) and (trades.starter_id = trades.buyer_id or not exists (
        select from trade_transitions where trade_id = trades.id and verb = 'award_buyer'
      )) then trades.cashback_units end
    limit 10`;
  const strange = await tx.rows<{ subject: string }>`
    select journals.subject
    from journals
    where journals.kind = 'trade_cashback' and ${roundsSince(watermark)}
      and not exists (
        select
        from trades
        where journals.subject = trades.id || ':' || trades.round and trades.id = split_part(journals.subject, ':', 1)::bigint
          and trades.cashback_units is not null)
    limit 10`;
  return [
    ...rows.map((row) => `the cashback of trade ${row.hash} is not what was promised`),
    ...strange.map((row) => `the cashback of ${row.subject} was promised to nobody`),
  ];
}

async function timersActOnceAndNotEarly(tx: ReadTx, watermark?: Watermark): Promise<string[]> {
  const rows = await tx.rows<{ hash: string; detail: string }>`
    select trades.hash, 'expired ' || count(*) || ' times in ' || max(trades.round) || ' rounds' as detail
    from trade_transitions
    join trades on trades.id = trade_transitions.trade_id
    where trade_transitions.verb = 'expire' and ${tradesSince(watermark)}
    group by trades.id
    having count(*) > max(trades.round)
    union all
    select trades.hash, 'expired before its window was over'
    from trade_transitions
    join trades on trades.id = trade_transitions.trade_id
    where trade_transitions.verb = 'expire' and trade_transitions.status = 'expired' and trades.round = 1 and trades.funded_at is not null
      and trade_transitions.at < trades.funded_at + make_interval(mins => trades.window_minutes)
      and ${tradesSince(watermark)}
    limit 10`;
  return rows.map((row) => `trade ${row.hash} ${row.detail}`);
}

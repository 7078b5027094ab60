/** Invariants of the partner program; see docs/invariants.md. */
import { type ReadTx, sql } from "../../platform/postgres/db.ts";
import type { InvariantCheck, Watermark } from "../../money/ledger/index.ts";

export const PARTNER_CHECKS: readonly InvariantCheck[] = [
  { id: "A1", find: (tx) => accountsOfRewards(tx), findSince: accountsOfRewards },
  { id: "A2", find: onceEach },
  { id: "A3", find: (tx) => allShares(tx), findSince: allShares },
  { id: "A4", find: noOwnChain },
  { id: "A5", find: onceForANewcomer },
  { id: "A6", find: bookedLessons },
];

/** What is held and open, debts aside, is in the operator's account of rewards; few rows are either. */
async function accountsOfRewards(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ currency: string; holds: string; owed: string }>`
    select coin.currency, coalesce(account.balance_units, 0)::text as holds, owed.units::text as owed
    from (values ('BTC'), ('ETH'), ('USDT')) as coin (currency)
    left join ledger_accounts account on account.name = 'house:' || coin.currency || ':rewards'
    cross join lateral (
      select coalesce(sum(entry.units), 0) as units
      from reward_entries entry
      where entry.currency = coin.currency and entry.status in ('held', 'open') and entry.units > 0
    ) as owed
    where coalesce(account.balance_units, 0) <> owed.units`;
  return rows.map(({ currency, holds, owed }) => `house:${currency}:rewards holds ${holds}, rewards of ${owed} wait`);
}

async function allShares(tx: ReadTx, watermark?: Watermark): Promise<string[]> {
  return [...(await sharesOfFees(tx, watermark)), ...(await sharesOfProducts(tx, watermark))];
}

async function onceEach(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ trade_id: bigint; referrer_id: bigint }>`
    select trade_id, referrer_id
    from reward_entries
    where reverses is null
    group by trade_id, subject, purpose, currency, round, person_id, referrer_id, tier
    having count(*) > 1
    limit 10`;
  return rows.map(({ trade_id, referrer_id }) => `user ${referrer_id} was rewarded twice for trade ${trade_id}`);
}

/**
 * The rewards of fees of products are no more than these fees, and the fees are what the ledger booked; each minute, of those that can
 * still be paid.
 */
async function sharesOfProducts(tx: ReadTx, watermark?: Watermark): Promise<string[]> {
  const which =
    watermark === undefined
      ? sql`true`
      : sql`fee.subject in (select entry.subject from reward_entries entry where entry.status in ('held', 'open'))`;
  const rows = await tx.rows<{ subject: string; units: string; fee: string; booked: string }>`
    select fee.subject, paid.units::text, fee.units::text as fee, fee.booked::text
    from (
      select fee.subject, fee.person_id, fee.purpose, fee.currency, sum(fee.units) as units, sum(booked.units) as booked
      from product_fees fee
      cross join lateral (
        select coalesce(sum(case when account.id = posting.to_account then posting.units else -posting.units end), 0) as units
        from postings posting
        join ledger_accounts account
          on account.id in (posting.to_account, posting.from_account) and account.name = 'house:' || fee.currency || ':' || fee.purpose
        where posting.journal_id = fee.journal_id
      ) as booked
      where ${which}
      group by fee.subject, fee.person_id, fee.purpose, fee.currency
    ) as fee
    cross join lateral (
      select coalesce(sum(entry.units), 0) as units
      from reward_entries entry
      where entry.subject = fee.subject and entry.person_id = fee.person_id and entry.purpose = fee.purpose
        and entry.currency = fee.currency and entry.status <> 'cancelled'
    ) as paid
    where fee.units <> fee.booked or (paid.units > fee.units and not exists (
      select from product_fees late where late.subject = fee.subject and late.person_id = fee.person_id and late.round is null))
    limit 10`;
  return rows.map(
    ({ subject, units, fee, booked }) => `${subject} gave rewards of ${units} of fees of ${fee}, booked ${booked}`,
  );
}

/** The rewards of a trade are no more than the fee that the ledger booked of it; each minute, of those that can still be paid. */
async function sharesOfFees(tx: ReadTx, watermark?: Watermark): Promise<string[]> {
  const which = watermark === undefined ? sql`true` : sql`entry.status in ('held', 'open')`;
  const rows = await tx.rows<{ trade_id: bigint; units: string; fee: string }>`
    select paid.trade_id, paid.units::text, booked.units::text as fee
    from (
      select entry.trade_id, entry.round, sum(entry.units) as units
      from reward_entries entry
      where entry.units > 0 and entry.tier > 0 and entry.subject is null and ${which}
      group by entry.trade_id, entry.round
    ) as paid
    cross join lateral (
      select coalesce(sum(case when account.id = posting.to_account then posting.units else -posting.units end), 0) as units
      from journals journal
      join postings posting on posting.journal_id = journal.id
      join ledger_accounts account on account.id in (posting.to_account, posting.from_account) and account.name like 'house:%:fees'
      where journal.subject = paid.trade_id || ':' || paid.round
        and journal.kind in ('trade_release', 'trade_split', 'trade_cashback')
    ) as booked
    where paid.units > booked.units
    limit 10`;
  return rows.map(({ trade_id, units, fee }) => `trade ${trade_id} gave rewards of ${units} of a fee of ${fee}`);
}

async function noOwnChain(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ user_id: bigint }>`
    select user_id
    from referrals
    where user_id in (tier1, tier2) or tier1 = tier2 or tier1 > user_id or tier2 > tier1
    limit 10`;
  return rows.map(({ user_id }) => `user ${user_id} is in their own chain of referrers`);
}

/** What an ambassador got for a newcomer is what a version says, once, and the newcomer came by their link. */
async function onceForANewcomer(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ id: bigint; person_id: bigint }>`
    select entry.id, entry.person_id
    from reward_entries entry
    left join reward_rates rate on rate.id = entry.rate_id
    left join ambassador_assignments came on came.newcomer_id = entry.person_id and came.ambassador_id = entry.referrer_id
    where entry.tier = 0 and (
      came.is_rewarded is not true or abs(entry.units) is distinct from rate.fixed_units
      or (entry.reverses is null and exists (
        select from reward_entries other
        where other.person_id = entry.person_id and other.tier = 0 and other.reverses is null and other.id <> entry.id)))
    limit 10`;
  return rows.map(({ id, person_id }) => `reward ${id} for the newcomer ${person_id} has no ground`);
}

/** What was paid for a lesson is what the ledger booked of it, into the account of rewards and from there to the person. */
async function bookedLessons(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ user_id: bigint; units: string; booked: string }>`
    select paid.user_id, paid.units::text, booked.units::text as booked
    from lesson_rewards paid
    cross join lateral (
      select coalesce(sum(posting.units), 0) as units
      from journals journal
      join postings posting on posting.journal_id = journal.id
      join ledger_accounts account on account.id = posting.to_account and account.name = 'user:' || paid.user_id || ':USDT:available'
      where journal.kind = 'reward_claim' and journal.subject = paid.hash
    ) as booked
    where booked.units <> paid.units
    limit 10`;
  return rows.map(
    ({ user_id, units, booked }) => `user ${user_id} was paid ${units} for a lesson, and ${booked} was booked`,
  );
}

/**
 * A great many trades that are over, for benches: written by SQL as the administrator of the cluster, with their history, proofs,
 * journals, balances and everything that the database keeps of them, over the last four hundred days. A tenth of them are one
 * user's, half of those with one partner. A seventh was canceled.
 */
import type pg from "pg";
import { seal } from "../../platform/sealed.ts";

/** The user with a tenth of the trades, and the partner in half of those. */
export type Busy = { readonly userId: bigint; readonly partnerId: bigint };

const PEOPLE = 2000;
const AT_ONCE = 50_000;

/** Writes so many trades of 2,000 users into a market without any. Takes some ten seconds for 100,000. */
export async function manyTrades(pool: pg.Pool, trades: number): Promise<Busy> {
  const client = await pool.connect();
  try {
    await client.query("set synchronous_commit = off");
    const people = await manyPeople(client, PEOPLE);
    await nameThem(client);
    await client.query(DEPOSITS, [people]);
    // What the rows refer to is written beside them, and what is kept of them in the end.
    await client.query("set session_replication_role = replica");
    for (let first = 1; first <= trades; first += AT_ONCE) {
      const last = Math.min(trades, first + AT_ONCE - 1);
      await writeTrades(client, { people, first, last, of: trades });
      await client.query(REPUTATION, [first, last]);
      if (first === 1) await client.query("analyze trades, ledger_accounts");
    }
    for (const statement of KEPT) await client.query(statement);
    await client.query("set session_replication_role = default");
    await client.query("vacuum analyze");
    return { userId: BigInt(people[0] ?? 0), partnerId: BigInt(people[1] ?? 0) };
  } finally {
    client.release();
  }
}

/** So many more, in one transaction and with everything that happens at the end of a trade. */
export async function moreTrades(pool: pg.Pool, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query("select max(id)::int as last from trades");
    const { rows: users } = await client.query("select id from users where username like 'trading%' order by id");
    const [first, last] = [rows[0].last + 1, rows[0].last + count];
    await client.query("begin");
    await writeTrades(client, { people: users.map(({ id }) => id), first, last, of: last });
    await client.query("select count_endings(array(select id from trades where id between $1 and $2))", [first, last]);
    await client.query("commit");
  } finally {
    client.release();
  }
}

/** Partners see each other's names. */
async function nameThem(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ id: string; external_id: string }>("select id, external_id from users");
  const sealed = (column: string, name: string) =>
    rows.map(({ external_id }) => seal(name, `users.${column}:${external_id}`));
  await client.query(NAMES, [rows.map(({ id }) => id), sealed("first_name", "Ada"), sealed("last_name", "Byron")]);
}

type Part = { readonly people: readonly string[]; readonly first: number; readonly last: number; readonly of: number };

/** So many users who are here just now, once a market. Their ids, the oldest first. */
export async function manyPeople(client: Pick<pg.PoolClient, "query">, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(USERS, [count]);
  return rows.map(({ id }) => id).sort((a, b) => Number(a) - Number(b));
}

async function writeTrades(client: pg.PoolClient, { people, first, last, of }: Part): Promise<void> {
  await client.query(TRADES, [people, first, last, of]);
  for (const statement of AROUND) await client.query(statement, [first, last]);
}

const USERS = `
  insert into users (
    external_id, username, email_sealed, email_index, email_confirmed_at, named_at, first_name_sealed,
    last_name_sealed, birth_date_sealed, country_iso, referral_code, last_seen_at, created_at)
  select gen_random_uuid(), 'trading' || n, ''::bytea, convert_to('trading' || n, 'utf8'), market_now(), market_now(),
    ''::bytea,
    ''::bytea, ''::bytea, 'US', 'trading' || n, market_now(), market_now() - interval '500 days'
  from generate_series(1, $1::int) as n
  returning id`;

const NAMES = `
  update users set first_name_sealed = named.first_name, last_name_sealed = named.last_name
  from unnest($1::bigint[], $2::bytea[], $3::bytea[]) as named (id, first_name, last_name)
  where users.id = named.id`;

/** Enough for everything that anybody sells. */
const DEPOSITS = `
  select post_each(
    array_agg('test_deposit'::text), array_agg('many:' || id), market_now(), array_agg(place::int), array_agg('outside:BTC:chain'::text),
    array_agg('user:' || id || ':BTC:available'), array_agg(1000000000000::bigint))
  from unnest($1::bigint[]) with ordinality as one (id, place)`;

const TRADES = `
  insert into trades (
    id, hash, receipt_uuid, offer_hash, offer_type, offer_terms, trade_details, owner_id, starter_id, buyer_id, seller_id, crypto,
    units, fee_units, fiat_code, fiat_digits, fiat_units, usd_cents, price, market_rate, margin_bp, rate_as_of, payment_method_id,
    window_minutes, status, version, started_at, funded_at, details_revealed_at, owner_responded_at, paid_at, was_ever_paid,
    released_at, ended_at, dispute_wait_sec)
  overriding system value
  select n, 'grown' || lpad(n::text, 9, '0'), gen_random_uuid(), 'grownoffer0001', 'sell', 'terms',
    'details', seller, buyer, buyer, seller, 'BTC',
    1000, 10, 'USD', 2, 100, 1 + n % 300, '100000', '100000', 0, began, 1,
    60, case when n % 7 = 0 then 'cancelled_buyer' else 'released' end, 3, began, began, began + interval '1 minute',
    began + interval '1 minute', case when n % 7 > 0 then began + make_interval(secs => 300 + n % 600) end, n % 7 > 0,
    case when n % 7 > 0 then began + make_interval(secs => 1000 + n % 900) end, began + make_interval(secs => 1000 + n % 900),
    3600
  from (
    select n, market_now() - interval '40 minutes' - ($4::int - n)::float8 / $4::int * interval '400 days' as began,
      ($1::bigint[])[case when n % 20 = 0 then 1 when n % 20 = 10 then 1 + (n / 20 % 2) * (n % 1997 + 2) else mine end] as seller,
      ($1::bigint[])[case
        when n % 40 = 0 then 2
        when n % 20 = 0 then 2
        when n % 20 = 10 then 1 + (1 - n / 20 % 2) * (n % 1997 + 2)
        else 3 + (mine - 2 + n % 20) % 1998
      end] as buyer
    from generate_series($2::int, $3::int) as n
    cross join lateral (select 3 + (n::bigint * 7919 % 1998)::int as mine) as drawn
  ) as one`;

/** Accounts of escrow and journals have ids that follow from the trade's, so that nothing has to be looked up. */
const AROUND = [
  `insert into trade_transitions (trade_id, verb, actor, actor_id, status, at)
   select trade.id, step.verb, step.actor, case step.actor when 'buyer' then trade.buyer_id else trade.seller_id end, step.status,
     step.at
   from trades trade
   cross join lateral (values
     (1, 'start', 'buyer', 'active_funded', trade.started_at),
     (2, 'mark_paid', 'buyer', 'paid', trade.paid_at),
     (3, case trade.status when 'released' then 'release' else 'cancel' end,
      case trade.status when 'released' then 'seller' else 'buyer' end, trade.status, trade.ended_at)
   ) as step (place, verb, actor, status, at)
   where trade.id between $1 and $2 and step.at is not null
   order by trade.id, step.place`,
  `insert into proofs (subject, user_id, method, proved_at, spent_at, expires_at)
   select 'trade_release:' || id || ':1', seller_id, 'passkey', released_at, released_at, released_at + interval '15 minutes'
   from trades
   where id between $1 and $2 and status = 'released'`,
  `insert into ledger_accounts (id, name, currency, kind, may_overdraw) overriding system value
   select 10000000 + id, escrow_account(id, 'BTC'), 'BTC', 'trade', false
   from trades
   where id between $1 and $2
   union all
   select 9999999, 'house:BTC:fees', 'BTC', 'house', false
   on conflict do nothing`,
  `insert into journals (id, kind, subject, at) overriding system value
   select 10000000 + 2 * trade.id + step.place, step.kind, trade.id || ':1', step.at
   from trades trade
   cross join lateral (values
     (0, 'trade_lock', trade.started_at),
     (1, case trade.status when 'released' then 'trade_release' else 'trade_return' end, trade.ended_at)
   ) as step (place, kind, at)
   where trade.id between $1 and $2`,
  `insert into postings (journal_id, from_account, to_account, currency, units)
   select 10000000 + 2 * trade.id + line.place, line.giving, line.taking, 'BTC', line.units
   from trades trade
   join ledger_accounts seller on seller.kind = 'user' and seller.name = available_account(trade.seller_id, 'BTC')
   left join ledger_accounts buyer on buyer.kind = 'user' and buyer.name = available_account(trade.buyer_id, 'BTC')
   cross join lateral (values
     (0, seller.id, 10000000 + trade.id, 1010),
     (1, 10000000 + trade.id, case trade.status when 'released' then buyer.id else seller.id end,
      case trade.status when 'released' then 1000 else 1010 end),
     (1, 10000000 + trade.id, case trade.status when 'released' then 9999999 end, 10)
   ) as line (place, giving, taking, units)
   where trade.id between $1 and $2 and line.taking is not null`,
  `update ledger_accounts account
   set balance_units = account.balance_units + net.units
   from (
     select available_account(side.user_id, 'BTC') as name, sum(side.units) as units
     from trades
     cross join lateral (values (seller_id, -1010), (buyer_id, 1000)) as side (user_id, units)
     where id between $1 and $2 and status = 'released'
     group by side.user_id
     union all
     select 'house:BTC:fees', 10 * count(*)
     from trades
     where id between $1 and $2 and status = 'released'
   ) as net
   where account.name = net.name`,
  "select setval(pg_get_serial_sequence('trades', 'id'), $2::int) from (select $1::int) as first",
];

const REPUTATION = `
  insert into reputation_trades (user_id, trade_id, partner_id, at, is_successful, role, took_sec)
  select side.user_id, id, side.partner_id, ended_at, status = 'released', side.role, round(extract(epoch from side.took))::int
  from trades
  cross join lateral (values
    (buyer_id, seller_id, 'buyer', paid_at - started_at), (seller_id, buyer_id, 'seller', released_at - paid_at)
  ) as side (user_id, partner_id, role, took)
  where id between $1 and $2`;

/** What the database keeps of trades, as its triggers would have left it. */
const KEPT = [
  `insert into trade_usage (user_id, counted_cents)
   select side.user_id, coalesce(sum(trade.usd_cents) filter (where counts_for_limits(trade.status, trade.ended_at)), 0)
   from trades trade
   cross join lateral (values (trade.buyer_id), (trade.seller_id)) as side (user_id)
   group by side.user_id`,
  `insert into trade_usage_slots (user_id, slot, begins_at, cents)
   select side.user_id, extract(epoch from hour.begins_at)::bigint / 3600 % 32, hour.begins_at, sum(trade.usd_cents)
   from trades trade
   cross join lateral (select date_bin('1 hour', trade.started_at, '2000-01-01 00:00+00') as begins_at) as hour
   cross join lateral (values (trade.buyer_id), (trade.seller_id)) as side (user_id)
   where trade.started_at > market_now() - interval '31 hours' and counts_for_limits(trade.status, trade.ended_at)
   group by side.user_id, hour.begins_at`,
  `insert into trade_counts (user_id, role, crypto, status, trades)
   select side.user_id, side.role, trade.crypto, trade.status, count(*)
   from trades trade
   cross join lateral (values (trade.buyer_id, 'buyer'), (trade.seller_id, 'seller')) as side (user_id, role)
   group by side.user_id, side.role, trade.crypto, trade.status`,
  `insert into user_volumes (user_id, currency, units)
   select side.user_id, trade.crypto, sum(trade.units)
   from trades trade
   cross join lateral (values (trade.buyer_id), (trade.seller_id)) as side (user_id)
   where trade.status = 'released'
   group by side.user_id, trade.crypto`,
  `insert into reputation_totals (user_id, trades, successful, first_at)
   select user_id, count(*), count(*) filter (where is_successful), min(at) filter (where is_successful)
   from reputation_trades
   group by user_id`,
  `insert into reputation_slots (user_id, slot, begins_at, trades, successful)
   select user_id, extract(epoch from begins_at)::bigint / 14400 % 1024, begins_at, count(*), count(*) filter (where is_successful)
   from reputation_trades
   cross join lateral (select date_bin('4 hours', at, '2000-01-01 00:00+00') as begins_at) as slot
   where at > market_now() - interval '170 days'
   group by user_id, begins_at`,
  `insert into trading_pairs (user_id, partner_id, trades, successful, last_at)
   select user_id, partner_id, count(*), count(*) filter (where is_successful), max(at)
   from reputation_trades
   group by user_id, partner_id`,
  `insert into partner_counts (user_id, met, successful)
   select user_id, count(*), count(*) filter (where successful > 0)
   from trading_pairs
   group by user_id`,
];

/**
 * A great many offers at once, for plans and benches: written by SQL as the owner of the database, skewed as a market
 * is (a third sells bitcoin for dollars, some methods have most offers), a tenth with a fixed price.
 */
import type pg from "pg";

/** Makes `owners` users and `offers` offers; rates have to be there already. Takes some seconds per 100,000. */
export async function manyOffers(
  owner: pg.Pool,
  { owners, offers }: { owners: number; offers: number },
): Promise<void> {
  await owner.query(
    `insert into users (
       external_id, username, email_sealed, email_index, email_confirmed_at, named_at, first_name_sealed,
       last_name_sealed, birth_date_sealed, country_iso, referral_code, last_seen_at, created_at, is_demo)
     select gen_random_uuid(), 'many' || n, ''::bytea, convert_to('many' || n, 'utf8'), market_now(), market_now(), ''::bytea,
       ''::bytea, ''::bytea, (array['US', 'NG', 'DE', 'KE', 'IN', 'BR'])[1 + n % 6], 'many' || n,
       market_now() - make_interval(mins => n % 3000), market_now(),
       -- As everybody who registers in this market: they trade with each other.
       coalesce((select value = 'true' from settings where name = 'accounts.play_money'), false)
     from generate_series(1, $1::int) as n`,
    [owners],
  );
  await owner.query("alter table offers disable trigger offers_counted_new");
  await owner.query(OFFERS, [owners, offers]);
  await owner.query("alter table offers enable trigger offers_counted_new");
  await owner.query(`
    insert into offer_counts (side, crypto, fiat, method_id, active_count)
    select side, crypto, fiat, method_id, count(*)::int
    from offers
    where active
    group by side, crypto, fiat, method_id
    on conflict (side, crypto, fiat, method_id) do update set active_count = excluded.active_count`);
  await owner.query(`
    insert into offer_totals (side, crypto, fiat, active_count)
    select side, crypto, fiat, sum(active_count)::int
    from offer_counts
    group by side, crypto, fiat
    on conflict (side, crypto, fiat) do update set active_count = excluded.active_count`);
  await owner.query("vacuum analyze offers");
  await owner.query("vacuum analyze users");
  await owner.query("analyze offer_counts");
}

const OFFERS = `
  insert into offers (
    hash, owner_id, side, crypto, fiat, method_id, method_group, margin_bp, fixed_price, amount_type, min_units, max_units,
    payment_window_min, terms, trade_details, tags, country_rule, countries, is_on, fee_bp, owner_country, owner_online,
    release_sec, rank, created_at, updated_at)
  select
    'many' || lpad(n::text, 10, '0'), first_user.id + n % $1::int, drawn.side, drawn.crypto, drawn.fiat, method_id,
    case when method_id < 300 then 'bank-transfers' when method_id < 450 then 'online-transfers' else 'gift-cards' end,
    case when is_fixed then null else (random() * 2000)::int - 300 end,
    case when is_fixed then round(market.rate * (0.97 + random()::numeric * 0.2), 2) end,
    'min_max', least_units, least_units * (2 + n % 9), 60, repeat('terms ', 40), repeat('details ', 20),
    case when n % 50 = 0 then array['no-vpn', 'fast-release'] when n % 3 = 0 then array['no-vpn'] else '{}' end,
    'none', '{}', n % 20 <> 0, 50, (array['US', 'NG', 'DE', 'KE', 'IN', 'BR'])[1 + n % 6], n % 10 = 0,
    case when n % 4 = 0 then (random() * 3600)::int end, (random() * 900)::int, market_now(), market_now()
  from (
    select n,
      case when random() < 0.6 then 'sell' else 'buy' end as side,
      case when random() < 0.6 then 'BTC' when random() < 0.5 then 'ETH' else 'USDT' end as crypto,
      (array['USD', 'USD', 'USD', 'EUR', 'EUR', 'NGN', 'KES', 'INR', 'GBP', 'BRL'])[1 + floor(10 * random() ^ 1.5)::int] as fiat,
      196 + floor(280 * random() ^ 3)::int as method_id,
      random() < 0.1 as is_fixed,
      (1000 + floor(random() * 100) * 100)::bigint as least_units
    from generate_series(1, $2::int) as n
  ) as drawn
  join rates market on market.crypto = drawn.crypto and market.fiat = drawn.fiat
  cross join (select min(id) as id from users where username like 'many%') as first_user
  on conflict do nothing`;

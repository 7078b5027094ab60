-- Rewards that can be claimed now. The detail is the coin.
create or replace function partners_closing_obstacles(person bigint) returns TABLE(code text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select 'rewards', entry.currency
  from reward_entries entry
  where entry.referrer_id = person and entry.status = 'open'
  group by entry.currency
  having usd_cents_of(sum(entry.units)::bigint, entry.currency, market_now()) >= 100 * (setting_value('partner.claim_usd') #>> '{}')::bigint
  order by entry.currency
$$;
revoke all on function partners_closing_obstacles(bigint) from public;

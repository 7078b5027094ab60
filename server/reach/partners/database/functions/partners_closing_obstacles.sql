-- Rewards that can be claimed now, also while their coin has no price. The detail is the coin.
create or replace function partners_closing_obstacles(person bigint) returns TABLE(code text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select 'rewards', entry.currency
  from reward_entries entry
  where entry.referrer_id = person and entry.status = 'open'
  group by entry.currency
  having sum(entry.units) > 0 and coalesce(
    usd_cents_of(sum(entry.units)::bigint, entry.currency, market_now()) >= 100 * (setting_value('partner.claim_usd') #>> '{}')::bigint, true)
  order by entry.currency
$$;
revoke all on function partners_closing_obstacles(bigint) from public;

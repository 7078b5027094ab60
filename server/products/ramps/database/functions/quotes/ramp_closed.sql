-- Why a corridor takes no orders now: closed outside its hours or where the provider has stopped it, stale where its price is old or a fifth
-- away from the market's own; null where it is open.
create or replace function ramp_closed(corridor ramp_corridors, at timestamp with time zone) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when not corridor.is_active then 'closed'
    when corridor.opens_at > minute.now or corridor.closes_at <= minute.now then 'closed'
    when corridor.updated_at < at - interval '15 minutes' then 'stale'
    when abs(corridor.per_usd - market.per_usd) > market.per_usd / 5 then 'stale' end
  from (select (extract(hour from at at time zone 'UTC') * 60 + extract(minute from at at time zone 'UTC'))::int as now) as minute
  left join lateral (
    select local.rate / dollar.rate as per_usd
    from rates local
    join rates dollar on dollar.crypto = 'USDT' and dollar.fiat = 'USD'
    where local.crypto = 'USDT' and local.fiat = corridor.currency) as market on true
$$;
revoke all on function ramp_closed(ramp_corridors,timestamp with time zone) from public;
grant execute on function ramp_closed(ramp_corridors,timestamp with time zone) to parley_web;

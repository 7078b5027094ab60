-- Prices a purchase or sale of coins and keeps it for some seconds. The sum is in the corridor's currency, or found from coins. A purchase by bank
-- transfer asks for an amount that no other open one has. The outcome: quoted; unknown corridor or account; closed; stale; least or most
-- where the sum is out of the corridor's limits; whole where a phone would be asked for parts of a unit.
create or replace function quote_ramp(hash text, user_id bigint, corridor_id bigint, currency text, local_units bigint, coin_units bigint, account text, reference text, party_sealed bytea, at timestamp with time zone)
returns TABLE(outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  corridor ramp_corridors;
  known    payment_accounts;
  price    record;
  quote    bigint;
begin
  perform assert_now(at);
  select found.* into corridor from ramp_corridors found where found.id = corridor_id;
  select found.* into known from payment_accounts found where found.public_id = account and found.user_id = quote_ramp.user_id;
  select found.* into price from ramp_prices(corridor, local_units, coin_units, currency, at) as found;
  outcome := case
    when corridor.id is null then 'unknown'
    when (corridor.direction = 'sell' or corridor.rail = 'mobile_money') <> (known.id is not null) then 'unknown'
    when ramp_closed(corridor, at) is not null then ramp_closed(corridor, at)
    when price.coins is null then 'stale'
    when price.local < corridor.least_units or price.coins <= price.fee then 'least'
    when price.local > corridor.most_units then 'most'
    when corridor.rail = 'mobile_money' and corridor.direction = 'buy' and price.local % (select power(10, money.digits)::bigint from ledger_currencies money where money.code = corridor.currency) <> 0 then 'whole'
    else 'quoted' end;
  if outcome <> 'quoted' then
    return next;
    return;
  end if;
  if reference is not null then price.local := price.local + ramp_offset(hash, corridor, price.local); end if;
  insert into product_quotes
    (hash, user_id, product, provider, country, currency, units, fee_units, got_currency, got_units, cost_currency, cost_units, created_at, expires_at)
  values
    (hash, user_id, case corridor.direction when 'sell' then 'off_ramp' else 'on_ramp' end, corridor.provider, corridor.country, currency,
     case corridor.direction when 'sell' then price.coins + price.fee else price.coins end, price.fee, corridor.currency, price.local, 'USD', price.cents,
     at, at + make_interval(secs => (setting_value('ramp.quote_sec') #>> '{}')::int))
  returning id into quote;
  insert into ramp_orders (quote_id, user_id, corridor_id, reference, party_sealed, account, account_at)
  values (quote, user_id, corridor.id, reference, party_sealed, known.public_id, known.updated_at);
  return next;
end $$;
revoke all on function quote_ramp(text,bigint,bigint,text,bigint,bigint,text,text,bytea,timestamp with time zone) from public;
grant execute on function quote_ramp(text,bigint,bigint,text,bigint,bigint,text,text,bytea,timestamp with time zone) to parley_web;

-- The price of a sum over Lightning, kept for a user: our fee, and the most that the way may cost; inside the market neither. No row without a price in dollars.
create or replace function keep_lightning_quote(hash text, user_id bigint, units bigint, is_inside boolean, until timestamp with time zone, at timestamp with time zone)
returns setof product_quotes
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  fee     constant bigint := case when is_inside then 0 else ceil(units * (setting_value('lightning.fee_bp') #>> '{}')::numeric / 10000) end;
  network constant bigint := case when is_inside then 0
    else greatest(ceil(units * (setting_value('lightning.network_bp') #>> '{}')::numeric / 10000), 10) end;
  cents   constant bigint := usd_cents_of(units, 'BTC', at);
begin
  if cents is null then return; end if;
  return query
    insert into product_quotes as made
      (hash, user_id, product, provider, country, currency, units, fee_units, got_currency, got_units, cost_currency, cost_units, created_at, expires_at)
    values
      (hash, user_id, 'lightning', 'lnd', 'ZZ', 'BTC', units + fee + network, fee, 'BTC', units, 'USD', greatest(cents, 1),
       at, least(until, at + make_interval(secs => (setting_value('lightning.quote_sec') #>> '{}')::int)))
    returning made.*;
end $$;
revoke all on function keep_lightning_quote(text,bigint,bigint,boolean,timestamp with time zone,timestamp with time zone) from public;

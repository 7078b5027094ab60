-- How long a send-out of this quote waits: by what it says it is worth, or what prices say if that is more.
create or replace function wait_for_address(quote send_out_quotes) returns interval
language plpgsql set search_path = public, pg_temp as $$
declare
  wait      interval := make_interval(
    hours => coalesce((select (value #>> '{}')::int from settings where name = 'wallet.new_address_hours'), 24));
  above_usd numeric := coalesce((select (value #>> '{}')::numeric from settings where name = 'wallet.new_address_usd'), 100);
  worth_usd numeric;
  quick_usd numeric;
  is_known  boolean;
begin
  worth_usd := greatest(quote.usd_value, (
    select (quote.units + quote.fee_units) * price.rate
      / coin_units(quote.currency)
    from rates price
    where price.crypto = quote.currency and price.fiat = 'USD'));
  select coalesce(bool_or(used.is_known and used.destination = quote.destination), false),
    coalesce(sum(used.quick_usd) filter (where not used.is_known), 0)
  into is_known, quick_usd
  from used_addresses(quote.user_id, quote.currency, wait) used;
  return case when not is_known and worth_usd + quick_usd > above_usd then wait else interval '0' end;
end $$;
revoke all on function wait_for_address(send_out_quotes) from public;
grant execute on function wait_for_address(send_out_quotes) to parley_web;

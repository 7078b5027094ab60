-- What a sum of the corridor's currency costs or gives: the cents that the provider charges at most or credits at least, the coins without
-- the market's fee, and that fee. Where the sum is null, it is found from coins: those that leave in a sale, or arrive by a purchase; in whole units of the currency.
create or replace function ramp_prices(corridor ramp_corridors, local_units bigint, coin_units bigint, currency text, at timestamp with time zone)
returns TABLE(local bigint, cents bigint, coins bigint, fee bigint)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  is_sale constant boolean := corridor.direction = 'sell';
  fee_bp  constant numeric := (setting_value(case when is_sale then 'ramp.sell_fee_bp' else 'ramp.buy_fee_bp' end) #>> '{}')::numeric;
  one     constant numeric := (select power(10, money.digits) from ledger_currencies money where money.code = corridor.currency);
  per_usd numeric;
  found   numeric;
begin
  select own.rate / coin_units(currency) into per_usd
  from rates own where own.crypto = ramp_prices.currency and own.fiat = 'USD' and own.stale_at > at and not own.is_divergent;
  local := local_units;
  if local is null then
    -- What these coins are worth, then the sum before or after both fees; a cent is for the rounding.
    found := coin_units * per_usd * corridor.per_usd * one;
    local := case
      when is_sale then floor((found * 10000 / (10000 + fee_bp) - corridor.per_usd * one / 100 - corridor.fee_units) * 10000 / (10000 + corridor.fee_bp) / one) * one
      else ceil((found * 10000 / (10000 - fee_bp) + corridor.per_usd * one / 100 + corridor.fee_units) * 10000 / (10000 - corridor.fee_bp) / one) * one end;
  end if;
  found := ceil(local * corridor.fee_bp / 10000.0) + corridor.fee_units;
  if is_sale then
    cents := ceil((local + found) * 100 / (one * corridor.per_usd));
    coins := coins_for_cents(cents, currency, at);
  else
    cents := floor((local - found) * 100 / (one * corridor.per_usd));
    coins := cents_in_coins(cents, currency, at);
  end if;
  fee := ceil(coins * fee_bp / 10000);
  return next;
end $$;
revoke all on function ramp_prices(ramp_corridors,bigint,bigint,text,timestamp with time zone) from public;

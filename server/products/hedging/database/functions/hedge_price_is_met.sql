-- Whether the coin of a rule costs what the rule wants, true where it wants nothing; null while there is no price that holds.
create or replace function hedge_price_is_met(rule hedge_rules, at timestamp with time zone) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select case rule.price_side
    when 'at_most' then known.rate * 100 <= rule.price_usd_cents
    when 'at_least' then known.rate * 100 >= rule.price_usd_cents
    else true
  end
  from rates known
  where known.crypto = case when rule.from_currency = 'USDT' then rule.to_currency else rule.from_currency end and known.fiat = 'USD'
    and known.stale_at > hedge_price_is_met.at and not known.is_divergent
$$;
revoke all on function hedge_price_is_met(hedge_rules,timestamp with time zone) from public;

-- How much an occasion of a rule converts of what is free: its share of what arrived, or of what is above the reserve; never more than what is
-- above it, nor more than a conversion may be.
create or replace function hedge_units(rule hedge_rules, arrived_units bigint, free_units bigint, usd_rate numeric) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select least(
    greatest(free_units - rule.keep_units, 0),
    floor(coalesce(arrived_units, greatest(free_units - rule.keep_units, 0))::numeric * rule.share_bp / 10000),
    -- 100,000 dollars, as for conversions by hand.
    floor(100000 * coin_units(rule.from_currency) / usd_rate))::bigint
$$;
revoke all on function hedge_units(hedge_rules,bigint,bigint,numeric) from public;

-- What a rule says, as its user proves it.
create or replace function hedge_rule_text(rule hedge_rules) returns text
language sql immutable set search_path = public, pg_temp as $$
  select concat_ws('-', rule.trigger, rule.from_currency, rule.to_currency, rule.share_bp, rule.keep_units,
    coalesce(rule.price_side || rule.price_usd_cents, 'any'), coalesce(rule.every_days, 0))
$$;
revoke all on function hedge_rule_text(hedge_rules) from public;

-- Why an occasion of a rule does not convert now, by an outcome of hedge_runs; null where nothing is against it.
create or replace function hedge_obstacle(rule hedge_rules, subject text, at timestamp with time zone) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when rule.status <> 'active' then 'paused'
    when halt_of_conversion(rule.from_currency, rule.to_currency) is not null then 'halted'
    when exists (
      select from journals back
      where back.kind = 'deposit_reversal' and 'deposit:' || back.subject = hedge_obstacle.subject
    ) then 'reversed'
    else coalesce(
      kept_from_converting(rule.user_id),
      case hedge_price_is_met(rule, at) when true then null when false then 'price' else 'stale' end)
  end
$$;
revoke all on function hedge_obstacle(hedge_rules,text,timestamp with time zone) from public;

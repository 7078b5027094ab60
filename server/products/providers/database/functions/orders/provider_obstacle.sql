-- Why a quote is not ordered now: paused where the circuit is open, user_limit, provider_limit, unavailable where the operator's money at
-- providers does not cover it with the open orders, which the house issuer does not need; null where nothing is in the way. New accounts have a smaller limit.
create or replace function provider_obstacle(quote product_quotes, at timestamp with time zone) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when exists (
      select from provider_health health
      where (health.provider, health.product, health.country) = (quote.provider, quote.product, quote.country)
        and health.paused_until > provider_obstacle.at) then 'paused'
    when quote.cost_units + ordered_cents(quote.product, null, quote.user_id, provider_obstacle.at - interval '1 day') > (
      select product_limit_cents(
        quote.product, case when person.created_at > provider_obstacle.at - interval '7 days' then 'new_user' else 'user' end)
      from users person
      where person.id = quote.user_id) then 'user_limit'
    when quote.cost_units + ordered_cents(quote.product, quote.provider, null, provider_obstacle.at - interval '1 day')
      > product_limit_cents(quote.product, 'provider') then 'provider_limit'
    when quote.product <> 'on_ramp' and not is_house_issue(quote.provider) and quote.cost_units + (
      select coalesce(sum(other.cost_units), 0)
      from provider_orders made
      join product_quotes other on other.id = made.quote_id
      where made.status in ('reserved', 'submitted', 'unknown', 'mismatch') and other.cost_currency = quote.cost_currency
        and provider_outside(made.product, 'USD') = provider_outside(quote.product, 'USD') and made.product <> 'on_ramp'
        and not is_house_issue(made.provider)
    ) > coalesce((
      select least(account.balance_units, -outside.balance_units)
      from ledger_accounts account
      join ledger_accounts outside on outside.name = provider_outside(quote.product, quote.cost_currency)
      where account.name = 'house:' || quote.cost_currency || ':inventory'), 0) then 'unavailable'
  end
$$;
revoke all on function provider_obstacle(product_quotes,timestamp with time zone) from public;

-- Why a quote is not paid now: expired, restricted, on_hold, held, payment_limit, month_limit, away where the node was not seen lately, no_capacity,
-- halted:<name>; null where nothing is in the way.
create or replace function lightning_obstacle(quote product_quotes, is_inside boolean, at timestamp with time zone) returns text
language sql stable set search_path = public, pg_temp as $$
  select coalesce(
    case when quote.expires_at <= at then 'expired' end,
    'halted:' || standing_halt(array['money_out', 'lightning_out', 'ledger', 'coin_BTC']),
    kept_from_ordering(quote.user_id),
    case
      when quote.cost_units > 100 * (setting_value('lightning.payment_usd') #>> '{}')::bigint then 'payment_limit'
      when quote.cost_units + coalesce((
        select sum(other.cost_units)
        from ln_payments paid
        join product_quotes other on other.id = paid.quote_id
        where paid.user_id = quote.user_id and paid.status <> 'failed' and paid.created_at > at - interval '30 days'), 0)
        + coalesce((
        select sum(other.cost_units)
        from ln_withdrawals given
        join product_quotes other on other.id = given.quote_id
        where given.user_id = quote.user_id and given.status = 'open'), 0)
        > 100 * (setting_value('lightning.month_usd') #>> '{}')::bigint then 'month_limit'
      when is_inside then null
      when (select node.seen_at > at - interval '2 minutes' from ln_node node) is not true then 'away'
      when quote.got_units * 1000 > (select node.payable_msat from ln_node node) then 'no_capacity'
    end)
$$;
revoke all on function lightning_obstacle(product_quotes,boolean,timestamp with time zone) from public;

-- Until when the seller may report; null where payments of the method do not come back.
create or replace function chargeback_until(trade trades) returns timestamp with time zone
language sql stable set search_path = public, pg_temp as $$
  select (trade).released_at + make_interval(days => (setting_value('chargebacks.window_days') #>> '{}')::int)
  where exists (
    select
    from chargeback_methods known
    left join method_fees method on method.class = known.class
    where (trade).payment_method_id in (known.method_id, method.method_id))
$$;
revoke all on function chargeback_until(trades) from public;

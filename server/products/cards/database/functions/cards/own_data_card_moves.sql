-- Card money that came from coins, and that went back to them: by the even and the odd numbers.
create or replace function own_data_card_moves(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select moved.key, moved.line
  from (
    select 2 * quote.id as key, jsonb_build_object('kind', 'top_up', 'usdCents', quote.got_units::text, 'coin', quote.currency,
      'units', quote.units::text, 'feeUnits', quote.fee_units::text, 'at', taken.created_at)::text as line
    from card_top_ups taken
    join product_quotes quote on quote.id = taken.quote_id
    where taken.user_id = person
    union all
    select 2 * one.id + 1, jsonb_build_object('kind', 'withdrawal', 'usdCents', one.usd_units::text, 'coin', one.currency, 'units', one.units::text,
      'at', one.at)::text
    from card_withdrawals one
    where one.user_id = person
  ) as moved
  where moved.key > after
  order by moved.key
  limit most
$$;
revoke all on function own_data_card_moves(bigint,bigint,integer) from public;

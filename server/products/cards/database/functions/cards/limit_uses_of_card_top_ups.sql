-- What dollars for cards use of the limits of levels: see limitUses.
create or replace function limit_uses_of_card_top_ups() returns TABLE(subject text, user_id bigint, begun_at timestamp with time zone, cents bigint)
language sql stable set search_path = public, pg_temp as $$
  select quote.hash, taken.user_id, taken.created_at, quote.got_units
  from card_top_ups taken
  join product_quotes quote on quote.id = taken.quote_id
$$;
revoke all on function limit_uses_of_card_top_ups() from public;
grant execute on function limit_uses_of_card_top_ups() to parley_worker;

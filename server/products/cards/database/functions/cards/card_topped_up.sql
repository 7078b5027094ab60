-- What a user brought to the card account since then, in cents.
create or replace function card_topped_up(user_id bigint, since timestamp with time zone) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select coalesce(sum(quote.got_units), 0)::bigint
  from card_top_ups taken
  join product_quotes quote on quote.id = taken.quote_id
  where taken.user_id = card_topped_up.user_id and taken.created_at > card_topped_up.since
$$;
revoke all on function card_topped_up(bigint,timestamp with time zone) from public;

-- Messages of the issuer, a year after they were handled. Returns how many went.
create or replace function erase_old_card_messages(most integer) returns integer
language sql set search_path = public, pg_temp as $$
  with gone as (
    delete from card_messages message
    where message.id in (
      select old.id from card_messages old
      where old.received_at < market_now() - interval '1 year' and old.handled_at is not null
      order by old.received_at
      limit most)
    returning 1)
  select count(*)::int from gone
$$;
revoke all on function erase_old_card_messages(integer) from public;

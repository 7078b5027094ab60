-- Questions about online payments, 90 days after they were asked. Returns how many went.
create or replace function erase_old_card_approvals(most integer) returns integer
language sql set search_path = public, pg_temp as $$
  with gone as (
    delete from card_approvals one
    where one.id in (
      select old.id from card_approvals old
      where old.asked_at < market_now() - interval '90 days' and old.status <> 'waiting'
      order by old.asked_at
      limit most)
    returning 1)
  select count(*)::int from gone
$$;
revoke all on function erase_old_card_approvals(integer) from public;

create or replace function erase_old_status_subscribers(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  many int;
begin
  delete from status_subscribers
  where id in (
    select id
    from status_subscribers
    where confirmed_at is null and asked_at < market_now() - interval '2 days'
    order by asked_at
    limit most);
  get diagnostics many = row_count;
  return many;
end $$;
revoke all on function erase_old_status_subscribers(integer) from public;

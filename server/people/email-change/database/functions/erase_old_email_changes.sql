create or replace function erase_old_email_changes(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  many int;
begin
  delete from email_changes
  where id in (
    select old.id from (select one.id, one.asked_at from email_changes one order by one.id limit most) as old
    where old.asked_at < market_now() - interval '120 days');
  get diagnostics many = row_count;
  return many;
end $$;
revoke all on function erase_old_email_changes(integer) from public;

create or replace function erase_old_mails(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  many int;
begin
  delete from mails
  where id in (
    select old.id from (select one.id, one.created_at from mails one order by one.id limit most) as old
    where old.created_at < kept_since('retention.log_days', 365, 'day'));
  get diagnostics many = row_count;
  return many;
end $$;
revoke all on function erase_old_mails(integer) from public;

create or replace function erase_old_email_codes(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  many int;
begin
  delete from email_codes
  where id in (
    select old.id from (select one.id, one.created_at from email_codes one order by one.id limit most) as old
    where old.created_at < market_now() - interval '30 days');
  get diagnostics many = row_count;
  return many;
end $$;
revoke all on function erase_old_email_codes(integer) from public;

-- Nothing was sent about them for a year, and nothing more happens to what has ended.
create or replace function erase_old_webhook_subjects(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  many int;
begin
  delete from webhook_subjects
  where (user_id, subject) in (
    select user_id, subject from webhook_subjects where at < market_now() - interval '1 year' order by at limit most);
  get diagnostics many = row_count;
  return many;
end $$;
revoke all on function erase_old_webhook_subjects(integer) from public;

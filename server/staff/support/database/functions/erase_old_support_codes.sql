create or replace function erase_old_support_codes(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  many int;
begin
  delete from support_codes
  where secret_hash in (
    select secret_hash from support_codes where created_at < market_now() - interval '1 day' order by created_at limit most);
  get diagnostics many = row_count;
  return many;
end $$;
revoke all on function erase_old_support_codes(integer) from public;

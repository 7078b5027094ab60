create or replace function erase_old_password_resets(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  many int;
begin
  delete from password_resets
  where token_hash in (
    select old.token_hash from password_resets old
    where old.expires_at < market_now() - interval '30 days'
    order by old.expires_at
    limit most);
  get diagnostics many = row_count;
  return many;
end $$;
revoke all on function erase_old_password_resets(integer) from public;

create or replace function erase_old_signer_refusals(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  many int;
begin
  delete from signer_refusals
  where (code, purpose, hour) in (
    select old.code, old.purpose, old.hour from signer_refusals old
    where old.last_at < kept_since('retention.log_days', 365, 'day')
    limit most);
  get diagnostics many = row_count;
  return many;
end $$;
revoke all on function erase_old_signer_refusals(integer) from public;

-- Codes and words go; that a code was sold stays, as a mark that leads back to none.
create or replace function erase_user_from_store(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  update store_codes
  set code_sealed = null, pin_sealed = null, note = null, report = case when report is null then null else '-' end
  where user_id = person
$$;
revoke all on function erase_user_from_store(bigint) from public;

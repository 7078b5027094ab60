-- A code that was used stays used.
create or replace function keep_code_used() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'a recovery code that was used stays so' using errcode = 'insufficient_privilege';
end $$;
revoke all on function keep_code_used() from public;

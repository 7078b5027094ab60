create or replace function keep_approval_decided() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'a sign-in that was approved or denied stays so' using errcode = 'insufficient_privilege';
end $$;
revoke all on function keep_approval_decided() from public;

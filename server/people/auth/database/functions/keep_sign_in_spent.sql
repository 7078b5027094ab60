-- What was used or ran out stays so.
create or replace function keep_sign_in_spent() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'a sign-in that was finished or ran out of tries stays so' using errcode = 'insufficient_privilege';
end $$;
revoke all on function keep_sign_in_spent() from public;

create or replace function awaits_what_is_required() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'a trade begins with all that is required of its buyer awaited' using errcode = 'check_violation';
end $$;
revoke all on function awaits_what_is_required() from public;

-- After the trigger that takes the mark from what is rejected, by name.
create or replace function end_cashback() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.cashback_bp := null;
  new.cashback_max_cents := null;
  return new;
end $$;
revoke all on function end_cashback() from public;

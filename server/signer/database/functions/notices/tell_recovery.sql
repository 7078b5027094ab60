create or replace function tell_recovery() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into events (type, subject, payload, at)
  values ('account.recovery_began', new.user_id::text,
    jsonb_build_object('detail', to_char(new.waits_until at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')), market_now());
  return null;
end $$;
revoke all on function tell_recovery() from public;

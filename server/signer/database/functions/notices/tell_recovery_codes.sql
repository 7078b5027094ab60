create or replace function tell_recovery_codes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person bigint;
begin
  for person in
    select distinct made.user_id
    from made
    join recovery_codes earlier on earlier.user_id = made.user_id and earlier.made_at < made.made_at
  loop
    perform note_activity(person, 'recovery_codes_made', '');
    insert into events (type, subject, payload, at)
    values ('account.recovery_codes_made', person::text, jsonb_build_object('detail', 'recovery codes'), market_now());
  end loop;
  return null;
end $$;
revoke all on function tell_recovery_codes() from public;

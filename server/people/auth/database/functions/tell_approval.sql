-- Notifies the owner of every decision, from any process, and ends a denied sign-in.
create or replace function tell_approval() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.state = 'denied' then
    update pending_sign_ins
    set spent_at = market_now()
    where id = new.pending_id and spent_at is null;
  end if;
  perform note_activity(new.user_id, 'sign_in_' || new.state, '');
  insert into events (type, subject, payload, at)
  values ('account.sign_in_' || new.state, new.user_id::text, jsonb_build_object('detail', new.ip), market_now());
  return null;
end $$;
revoke all on function tell_approval() from public;

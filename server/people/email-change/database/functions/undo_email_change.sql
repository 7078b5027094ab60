-- By the link that came to the old address: 'done'; 'gone' where it has ended, was used, or another user has that address now. All
-- sessions end, and changes that came later can be taken back no more.
create or replace function undo_email_change(undo_hash text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at     timestamptz;
  change email_changes;
begin
  select known.* into change from email_changes known where known.undo_hash = undo_email_change.undo_hash;
  if change.id is null then return 'gone'; end if;
  perform from users where users.id = change.user_id for update;
  at := market_now();
  select known.* into change from email_changes known where known.id = change.id for update;
  if change.undone_at is not null or change.undo_until <= at then return 'gone'; end if;
  if exists (
    select from account_closures closure where closure.user_id = change.user_id and closure.closed_at is not null)
  then
    return 'gone';
  end if;
  begin
    update users
    set email_sealed = change.old_sealed, email_index = change.old_index
    where users.id = change.user_id;
  exception when unique_violation then
    return 'gone';
  end;
  update email_changes known
  set undone_at = at, expires_at = least(known.expires_at, at)
  where known.user_id = change.user_id and known.id >= change.id and known.undone_at is null;
  perform end_what_email_opened(change.user_id, null, (setting_value('auth.lost_factor_hold_hours') #>> '{}')::int);
  insert into events (type, subject, payload, at)
  values ('account.email_restored', change.user_id::text,
    with_hold(jsonb_build_object('detail', to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')),
      'auth.lost_factor_hold_hours'), at);
  return 'done';
end $$;
revoke all on function undo_email_change(text) from public;
grant execute on function undo_email_change(text) to parley_web;

-- Whom staff give a role or a level, every administrator where a role is given, and whoever's passkeys or authenticator app
-- change, get an email and a notification: the event is written with the change, whatever process asked for it, and no
-- process but the one that delivers marks it as delivered. Owned by outward/staff and signer.

-- One event for each who hears: where one of them cannot be written to, the others hear all the same.
create function tell_staff_change(kind text, user_id bigint, detail text, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into events (type, subject, payload, at)
  values (
    case kind
      when 'grant_role' then 'account.role_granted'
      when 'revoke_role' then 'account.role_revoked'
      when 'set_level' then 'account.level_set'
    end,
    tell_staff_change.user_id::text, jsonb_build_object('detail', detail), at);
  insert into events (type, subject, payload, at)
  select 'staff.role_granted', granted.user_id::text,
    jsonb_build_object('detail', staff_change_about(tell_staff_change.user_id, detail)), at
  from user_roles granted
  where kind = 'grant_role' and granted.role = 'admin' and granted.user_id <> tell_staff_change.user_id
  order by granted.user_id;
end $$;

-- As before; and it is told.
create or replace function apply_staff_change(kind text, user_id bigint, detail text, reason text, at timestamptz) returns boolean
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  is_changed boolean;
begin
  case kind
    when 'grant_role' then
      insert into user_roles (user_id, role, granted_at, decides_from)
      values (user_id, detail, at, at + interval '1 day')
      on conflict do nothing;
    when 'revoke_role' then
      delete from user_roles granted
      where granted.user_id = apply_staff_change.user_id and granted.role = detail;
    when 'set_level' then
      update users
      set granted_level = detail::numeric
      where users.id = user_id and users.level <> detail::numeric;
    when 'lift_halt' then
      delete from halts halt
      where halt.name = detail;
    when 'set_halt' then
      insert into halts (name, reason, since)
      values (detail, reason, at)
      on conflict do nothing;
  end case;
  is_changed := found;
  if is_changed and user_id is not null then
    perform tell_staff_change(kind, user_id, detail, at);
  end if;
  return is_changed;
end $$;

-- Of what (the trigger says) was added or removed. The owner gives keys to the demo's robots, who hear nothing.
create function tell_factor_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not pg_has_role(session_user, (select relowner from pg_class where oid = tg_relid), 'usage') then
    insert into events (type, subject, payload, at)
    values (
      case tg_op when 'DELETE' then 'account.factor_removed' else 'account.factor_added' end,
      coalesce(new.user_id, old.user_id)::text, jsonb_build_object('detail', tg_argv[0]), market_now());
  end if;
  return null;
end $$;
create trigger passkey_told after insert or delete on passkeys
  for each row execute function tell_factor_change('passkey');
create trigger new_authenticator_told after update on authenticators
  for each row when (old.confirmed_at is null and new.confirmed_at is not null)
  execute function tell_factor_change('authenticator app');
create trigger removed_authenticator_told after delete on authenticators
  for each row when (old.confirmed_at is not null)
  execute function tell_factor_change('authenticator app');

revoke all on function tell_staff_change(text, bigint, text, timestamptz), tell_factor_change() from public;
-- Who delivers marks what was delivered; another login could mark what nobody has heard, or keep it locked.
revoke update on events from parley_web, parley_chain;

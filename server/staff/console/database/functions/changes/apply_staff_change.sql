-- False when it is so already.
create or replace function apply_staff_change(kind text, user_id bigint, detail text, reason text, at timestamp with time zone) returns boolean
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
revoke all on function apply_staff_change(text,bigint,text,text,timestamp with time zone) from public;

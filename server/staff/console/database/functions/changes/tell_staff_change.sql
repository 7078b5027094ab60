-- One event for each receiver: where one of them fails, the others are still notified.
create or replace function tell_staff_change(kind text, user_id bigint, detail text, at timestamp with time zone) returns void
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
revoke all on function tell_staff_change(text,bigint,text,timestamp with time zone) from public;

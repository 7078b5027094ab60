-- Notifies the owner of an added or removed factor, which the trigger names. The demo's robots get keys without a notification.
create or replace function tell_factor_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not pg_has_role(session_user, (select relowner from pg_class where oid = tg_relid), 'usage') then
    insert into events (type, subject, payload, at)
    values (
      case tg_op when 'DELETE' then 'account.factor_removed' else 'account.factor_added' end,
      coalesce(new.user_id, old.user_id)::text, case tg_op when 'DELETE' then jsonb_build_object('detail', tg_argv[0])
        else with_hold(jsonb_build_object('detail', tg_argv[0]), 'auth.new_factor_hold_hours') end, market_now());
  end if;
  return null;
end $$;
revoke all on function tell_factor_change() from public;

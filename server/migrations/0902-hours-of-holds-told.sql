-- What is told of a hold said 24 or 72 hours whatever the settings were. The event says it now: the hours that its hold began with.
-- Owned by outward/notifications.

create function with_hold(payload jsonb, setting text) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select with_hold.payload || jsonb_build_object('holdHours', (setting_value(with_hold.setting) #>> '{}')::int)
$$;
revoke all on function with_hold(jsonb, text) from public;

do $$
declare
  change text[];
  made   text;
begin
  foreach change slice 1 in array array[
    ['tell_factor_change()', 'jsonb_build_object(''detail'', tg_argv[0])',
     'case tg_op when ''DELETE'' then jsonb_build_object(''detail'', tg_argv[0])
        else with_hold(jsonb_build_object(''detail'', tg_argv[0]), ''auth.new_factor_hold_hours'') end'],
    ['tell_code_channel()', 'jsonb_build_object(''detail'', detail)',
     'case when is_added then with_hold(jsonb_build_object(''detail'', detail), ''auth.new_factor_hold_hours'')
      else jsonb_build_object(''detail'', detail) end'],
    ['tell_code_device()', 'jsonb_build_object(''detail'', ''codes by push'')',
     'with_hold(jsonb_build_object(''detail'', ''codes by push''), ''auth.new_factor_hold_hours'')'],
    ['connect_social_account', 'jsonb_build_object(''detail'', title_of_social(known.provider))',
     'with_hold(jsonb_build_object(''detail'', title_of_social(known.provider)), ''auth.new_factor_hold_hours'')'],
    ['confirm_email_change', 'jsonb_build_object(''detail'', left(hint, 200))',
     'with_hold(jsonb_build_object(''detail'', left(hint, 200)), ''auth.new_factor_hold_hours'')'],
    ['undo_email_change', 'jsonb_build_object(''detail'', to_char(at at time zone ''UTC'', ''YYYY-MM-DD HH24:MI "UTC"''))',
     'with_hold(jsonb_build_object(''detail'', to_char(at at time zone ''UTC'', ''YYYY-MM-DD HH24:MI "UTC"'')),
      ''auth.lost_factor_hold_hours'')']]
  loop
    made := pg_get_functiondef(case when change[1] like '%()' then change[1]::regprocedure::oid else change[1]::regproc::oid end);
    if strpos(made, change[2]) = 0 then raise exception '% does not say: %', change[1], change[2]; end if;
    execute replace(made, change[2], change[3]);
  end loop;
end $$;

-- What nobody has been told of yet.
update events
set payload = with_hold(payload,
  case type when 'account.email_restored' then 'auth.lost_factor_hold_hours' else 'auth.new_factor_hold_hours' end)
where type in ('account.factor_added', 'account.email_changed', 'account.email_restored', 'account.social_connected')
  and (dispatched_at is null or at > market_now() - interval '1 hour');

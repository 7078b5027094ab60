-- From now on the name is shown in the place of the one before.
create or replace function show_trading_name(name_id bigint, staff_id bigint, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  asked trading_names;
begin
  select one.* into asked from trading_names one where one.id = name_id;
  update trading_names one
  set status = 'replaced', ended_at = at
  where one.user_id = asked.user_id and one.status = 'approved';
  update trading_names one
  set status = 'approved', approved_by = staff_id, approved_at = at
  where one.id = asked.id;
  update users set trading_name = asked.name where users.id = asked.user_id;
  insert into events (type, subject, payload, at)
  values ('account.trading_name_approved', asked.user_id::text, jsonb_build_object('detail', asked.name), at);
end $$;
revoke all on function show_trading_name(bigint,bigint,timestamp with time zone) from public;

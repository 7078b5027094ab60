-- Its owner says that a code does not work: once, within so many days after they saw it. The outcome: reported, unknown, unseen, reported_before, late.
create or replace function report_store_code(user_id bigint, hash text, says text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  code store_codes;
begin
  perform assert_now(at);
  perform assert_may_act_for(array[user_id]);
  code := own_store_code(user_id, hash);
  return case
    when code.id is null then 'unknown'
    when code.first_seen_at is null then 'unseen'
    when code.reported_at is not null then 'reported_before'
    when code.first_seen_at < at - make_interval(days => (setting_value('store.report_days') #>> '{}')::int) then 'late'
    else note_store_report(code.id, says, at) end;
end $$;
revoke all on function report_store_code(bigint,text,text,timestamp with time zone) from public;
grant execute on function report_store_code(bigint,text,text,timestamp with time zone) to parley_web;

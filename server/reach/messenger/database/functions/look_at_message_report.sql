-- The copied messages of a report, for a member of the staff who may judge and is on neither side. The chain of acts has who
-- looked and why before anything is shown; without that there are no rows.
create or replace function look_at_message_report(number text, staff_id bigint, reason text, at timestamp with time zone)
returns TABLE(conversation_id bigint, seq integer, author text, is_reported boolean, kind text, body_sealed bytea, file_name text, written_at timestamp with time zone)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  shown direct_reports;
begin
  perform assert_now(at);
  if (char_length(reason) between 3 and 300) is not true then
    raise exception 'nobody looks without a reason' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  select one.* into shown from direct_reports one where one.number = look_at_message_report.number;
  if shown.id is null or staff_id in (shown.reporter_id, shown.reported_id) or may_judge(staff_id) is not true then
    return;
  end if;
  perform add_staff_act(staff_id, 'message_report.look', shown.number, reason, at);
  return query
  select shown.conversation_id, message.seq, users.username, message.author_id = shown.reported_id, message.kind,
    message.body_sealed, message.file_name, message.at
  from direct_report_messages message
  join users on users.id = message.author_id
  where message.report_id = shown.id
  order by message.seq;
end $$;
revoke all on function look_at_message_report(text,bigint,text,timestamp with time zone) from public;
grant execute on function look_at_message_report(text,bigint,text,timestamp with time zone) to parley_web;

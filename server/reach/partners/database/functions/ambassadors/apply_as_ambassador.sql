-- A user asks to become an ambassador. Locks the user. The outcome: sent; level; open where one waits; already; early for some weeks after
-- one that was declined.
create or replace function apply_as_ambassador(person bigint, words text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  outcome text;
begin
  perform assert_now(at);
  if (char_length(words) between 20 and 2000) is not true then
    raise exception 'an application says why' using errcode = 'check_violation';
  end if;
  perform from users one where one.id = person for no key update;
  outcome := case
    when (select one.level from users one where one.id = person) >= 1 is not true then 'level'
    when exists (select from ambassadors known where known.user_id = person and known.ended_at is null) then 'already'
    when exists (
      select from ambassador_applications sent where sent.user_id = person and sent.status in ('sent', 'interview')) then 'open'
    when exists (
      select from ambassador_applications sent
      where sent.user_id = person and sent.status = 'declined'
        and sent.changed_at > at - make_interval(days => (setting_value('partner.apply_again_days') #>> '{}')::int)) then 'early'
    else 'sent'
  end;
  if outcome = 'sent' then
    perform pg_advisory_xact_lock(hashtextextended('ambassador_applications', 0));
    insert into ambassador_applications (number, user_id, words, sent_at, changed_at)
    select 'AMBASSADOR-' || to_char(coalesce(max(one.id), 0) + 1, 'FM000000999999'), person, words, at, at
    from ambassador_applications one;
  end if;
  return outcome;
end $$;
revoke all on function apply_as_ambassador(bigint,text,timestamp with time zone) from public;
grant execute on function apply_as_ambassador(bigint,text,timestamp with time zone) to parley_web;

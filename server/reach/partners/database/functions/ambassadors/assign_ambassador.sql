-- A newcomer came by the link of an ambassador, whose code it has: once, and soon after the registration. Locks the newcomer. Outcomes:
-- assigned; unknown where nobody who is an ambassador has the code; own; late; fixed.
create or replace function assign_ambassador(person bigint, code text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  joined timestamptz;
  chosen bigint;
begin
  perform assert_now(at);
  select one.created_at into joined from users one where one.id = person for no key update;
  select one.id into chosen
  from users one
  join ambassadors known on known.user_id = one.id and known.ended_at is null
  where one.referral_code = code;
  if chosen is null then return 'unknown'; end if;
  if chosen = person then return 'own'; end if;
  if exists (select from ambassador_assignments one where one.newcomer_id = person) then return 'fixed'; end if;
  if (joined > at - make_interval(days => (setting_value('partner.hand_days') #>> '{}')::int)) is not true then return 'late'; end if;
  insert into ambassador_assignments (newcomer_id, ambassador_id, at, ends_at)
  values (person, chosen, at, at + make_interval(days => (setting_value('partner.ambassador_days') #>> '{}')::int));
  return 'assigned';
end $$;
revoke all on function assign_ambassador(bigint,text,timestamp with time zone) from public;
grant execute on function assign_ambassador(bigint,text,timestamp with time zone) to parley_web;

-- The worker sends a link to the new mailbox: 'submitted', also the second time; 'unknown'; 'over'; 'incomplete'; 'full'.
create or replace function submit_recovery(secret_hash text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  known account_recoveries;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265062);
  select one.* into known
  from account_recoveries one
  where one.secret_hash = submit_recovery.secret_hash
  for update;
  if known.id is null then return 'unknown'; end if;
  if known.status = 'submitted' then return 'submitted'; end if;
  if known.status <> 'started' then return 'over'; end if;
  if 2 <> (select count(*) from recovery_pictures picture where picture.recovery_id = known.id) then return 'incomplete'; end if;
  if recoveries_are_full() then return 'full'; end if;
  update account_recoveries one set status = 'submitted', submitted_at = at where one.id = known.id;
  perform tell_recovery_case(known.reference, at);
  return 'submitted';
end $$;
revoke all on function submit_recovery(text,timestamp with time zone) from public;
grant execute on function submit_recovery(text,timestamp with time zone) to parley_web;

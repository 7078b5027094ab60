-- Those that wait for their mailbox or for staff are as many as may be.
create or replace function recoveries_are_full() returns boolean
language sql stable set search_path = public, pg_temp as $$
  select count(*) >= (setting_value('accounts.recovery_most_open') #>> '{}')::int
  from account_recoveries known
  where known.status in ('submitted', 'pending')
$$;
revoke all on function recoveries_are_full() from public;

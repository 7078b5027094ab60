-- What nobody went on with: pictures within a day, a mailbox within a day, staff within two months, the password while the link works,
-- and what was approved when no link could be made while it holds the account. Returns how many ended.
create or replace function end_old_recoveries() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at   timestamptz := market_now();
  old  account_recoveries;
  many int := 0;
begin
  for old in
    select one.* from account_recoveries one
    where (one.status = 'started' and one.started_at < at - interval '1 day')
      or (one.status = 'submitted' and one.submitted_at < at - interval '1 day')
      or (one.status = 'pending' and one.confirmed_at < at - interval '60 days')
    order by one.id
    limit 200
    for update skip locked
  loop
    perform end_recovery(old.id, 'expired', at);
    if old.status = 'pending' then
      perform tell_recovery_case(old.reference, at);
    end if;
    many := many + 1;
  end loop;
  if many > 0 then return many; end if;
  -- One account at a time, before its case.
  old := locked_recovery((
    select one.id from account_recoveries one
    where (one.status = 'ready' and one.link_until <= at)
      or (one.status = 'approved' and one.waits_until <= at - interval '3 days')
    order by one.id
    limit 1));
  if old.status = 'approved' and old.waits_until <= at - interval '3 days' then
    perform loosen_recovery(old.user_id, at);
  elsif (old.status = 'ready' and old.link_until <= at) is not true then
    return 0;
  end if;
  perform end_recovery(old.id, 'expired', at);
  perform tell_recovery_case(old.reference, at);
  return 1;
end $$;
revoke all on function end_old_recoveries() from public;
grant execute on function end_old_recoveries() to parley_worker;

-- The digests of links that a worker has sent; writes none where the case is in another state. The wait counts from the
-- notification of the owner: an outage of the workers never shortens it.
create or replace function note_recovery_link(reference text, kind text, token_hash text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at    timestamptz := market_now();
  until timestamptz := at - interval '1 hour'
    + make_interval(hours => (setting_value('accounts.recovery_wait_hours') #>> '{}')::int);
  known account_recoveries;
begin
  known := locked_recovery((select one.id from account_recoveries one where one.reference = note_recovery_link.reference));
  if kind = 'confirm' and known.status = 'submitted' and known.confirm_hash is null then
    update account_recoveries one set confirm_hash = token_hash where one.id = known.id;
    return true;
  end if;
  if (kind = 'stop' and known.status = 'approved' and known.stop_hash is null) is not true then
    return false;
  end if;
  update account_recoveries one
  set stop_hash = token_hash, waits_until = greatest(one.waits_until, until)
  where one.id = known.id;
  if until > known.waits_until then
    perform hold_recovered(known.user_id, 'recovery', at, until + interval '3 days');
  end if;
  return true;
end $$;
revoke all on function note_recovery_link(text,text,text) from public;
grant execute on function note_recovery_link(text,text,text) to parley_worker;

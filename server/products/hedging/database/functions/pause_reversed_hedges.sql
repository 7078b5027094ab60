-- The network took these deposits back: rules that had converted them are paused, until their users resume them. Returns how many.
create or replace function pause_reversed_hedges(deposits text[], at timestamp with time zone) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  paused int;
begin
  perform assert_now(at);
  update hedge_rules rule
  set status = 'paused', paused_why = 'deposit_reversed'
  from deposits deposit
  cross join lateral generate_series(1, deposit.round) as earlier (round)
  join hedge_runs run on run.subject = 'deposit:' || deposit.hash || ':' || earlier.round and run.outcome = 'converted'
  where deposit.hash = any (pause_reversed_hedges.deposits) and deposit.status <> 'credited'
    and rule.id = run.rule_id and rule.status = 'active';
  get diagnostics paused = row_count;
  return paused;
end $$;
revoke all on function pause_reversed_hedges(text[],timestamp with time zone) from public;
grant execute on function pause_reversed_hedges(text[],timestamp with time zone) to parley_worker;

-- Runs a rule for an occasion that waits, once: it converts, or says why not, and the occasion is over. `rate` is what one of the first coin
-- gives of the second; null while there is none. The outcome is one of hedge_runs, or gone.
create or replace function run_hedge(rule_id bigint, subject text, quote_hash text, rate numeric, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  due      hedge_dues;
  rule     hedge_rules;
  outcome  text;
  free     bigint;
  units    bigint;
  usd_rate numeric;
begin
  perform assert_now(at);
  select waiting.* into due
  from hedge_dues waiting
  where waiting.rule_id = run_hedge.rule_id and waiting.subject = run_hedge.subject
  for update skip locked;
  if due.rule_id is null then return 'gone'; end if;
  select one.* into strict rule from hedge_rules one where one.id = run_hedge.rule_id for update;
  outcome := hedge_obstacle(rule, subject, at);
  if outcome is null and rate is null then outcome := 'stale'; end if;
  if outcome is null then
    select coalesce((
      select account.balance_units from ledger_accounts account where account.name = available_account(rule.user_id, rule.from_currency)), 0)
    into free;
    select known.rate into strict usd_rate from rates known where known.crypto = rule.from_currency and known.fiat = 'USD';
    units := hedge_units(rule, due.arrived_units, free, usd_rate);
    -- Below a dollar the rounding would weigh.
    outcome := case
      when units * usd_rate < coin_units(rule.from_currency) then 'too_small'
      else convert_for_hedge(rule, quote_hash, units, rate, at) end;
  end if;
  insert into hedge_runs (rule_id, user_id, subject, outcome, arrived_units, before_units, quote_id, at)
  select rule.id, rule.user_id, due.subject, outcome, due.arrived_units, case when outcome = 'converted' then free end, (
    select made.id from conversion_quotes made where outcome = 'converted' and made.hash = quote_hash), at;
  delete from hedge_dues done where done.rule_id = rule.id and done.subject = due.subject;
  return outcome;
end $$;
revoke all on function run_hedge(bigint,text,text,numeric,timestamp with time zone) from public;
grant execute on function run_hedge(bigint,text,text,numeric,timestamp with time zone) to parley_worker;

-- Coins of these deposits and trades have arrived: their occasions wait for a run, with what the books say arrived. Once for each rule and
-- arrival. Returns how many are new.
create or replace function note_hedge_arrivals(deposits text[], trades text[], at timestamp with time zone) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  made int;
begin
  perform assert_now(at);
  insert into hedge_dues (rule_id, subject, arrived_units, due_at)
  select rule.id, arrival.trigger || ':' || journal.subject, sum(line.units), note_hedge_arrivals.at
  from (
    select 'deposit' as trigger, 'deposit' as kind, deposit.hash || ':' || deposit.round as subject, address.user_id
    from deposits deposit
    join wallet_addresses address on address.id = deposit.address_id
    where deposit.hash = any (note_hedge_arrivals.deposits) and deposit.status = 'credited'
    union all
    select 'trade_end', ending.kind, trade.id || ':' || trade.round, trade.buyer_id
    from trades trade
    cross join (values ('trade_release'), ('trade_split')) as ending (kind)
    where trade.hash = any (note_hedge_arrivals.trades)
  ) as arrival
  join journals journal on journal.kind = arrival.kind and journal.subject = arrival.subject
  join postings line on line.journal_id = journal.id
  join ledger_accounts taker on taker.id = line.to_account and taker.name = available_account(arrival.user_id, taker.currency)
  join hedge_rules rule
    on rule.user_id = arrival.user_id and rule.trigger = arrival.trigger and rule.from_currency = taker.currency
    and rule.status = 'active' and rule.created_at <= journal.at
  where not exists (
    select from hedge_runs run
    where run.rule_id = rule.id and run.subject = arrival.trigger || ':' || journal.subject)
  group by rule.id, arrival.trigger, journal.subject
  on conflict do nothing;
  get diagnostics made = row_count;
  return made;
end $$;
revoke all on function note_hedge_arrivals(text[],text[],timestamp with time zone) from public;
grant execute on function note_hedge_arrivals(text[],text[],timestamp with time zone) to parley_worker;

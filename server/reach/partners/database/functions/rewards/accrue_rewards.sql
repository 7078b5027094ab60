-- Rewards of the next booked fees of one coin, with one journal for all of them: the operator's fees to its rewards. Returns how many
-- trades it looked at: none while the ledger or the coin is halted, or while the fees hold less than the batch would take.
create or replace function accrue_rewards(currency text, most integer, at timestamp with time zone) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  due    record;
  line   record;
  seen   int := 0;
  first  bigint;
  newest bigint;
  total  bigint := 0;
begin
  perform assert_now(at);
  if standing_halt(array['ledger', 'coin_' || currency]) is not null then return 0; end if;
  perform keep_reward_rates(at);
  for due in
    select waiting.trade_id, waiting.round
    from reward_dues waiting
    where waiting.kind = 'fee' and waiting.currency = accrue_rewards.currency
    order by waiting.trade_id, waiting.round
    limit most
    for update skip locked
  loop
    seen := seen + 1;
    for line in
      select made.*
      from trades trade
      cross join lateral reward_lines(trade, due.round, at) made
      where trade.id = due.trade_id
    loop
      insert into reward_entries (trade_id, round, person_id, partner_id, referrer_id, tier, rate_id, currency, fee_units, units,
        status, why, at, held_until)
      values (due.trade_id, due.round, line.person, line.partner, line.referrer, line.tier, line.rate_id, currency, line.fee_units,
        line.units, case when line.units > 0 then 'held' else 'cancelled' end, line.why, at,
        at + make_interval(days => (setting_value('partner.hold_days') #>> '{}')::int))
      on conflict do nothing
      returning id into newest;
      if newest is null then continue; end if;
      first := coalesce(first, newest);
      total := total + line.units;
      if line.why in ('household', 'payout_account', 'pair_limit') then
        perform add_partner_finding(
          line.why, doubted_accounts(line.why, due.trade_id, line.person, line.referrer), due.trade_id, at);
      end if;
    end loop;
    delete from reward_dues done where done.kind = 'fee' and done.trade_id = due.trade_id and done.round = due.round;
  end loop;
  if total > (select account.balance_units from ledger_accounts account where account.name = 'house:' || currency || ':fees') then
    raise exception using errcode = 'PR001', message = 'the fees do not hold the rewards of the batch';
  end if;
  if total > 0 and (post_each(
    array['reward_accrue'], array[currency || ':' || first], at, array[1],
    array['house:' || currency || ':fees'], array['house:' || currency || ':rewards'], array[total]))[1] <> 'posted' then
    raise exception 'the rewards of the batch % were not posted', first using errcode = 'check_violation';
  end if;
  return seen;
exception
  -- Staff moved fees away: the batch waits, and nothing of it is kept.
  when sqlstate 'PR001' then return 0;
end $$;
revoke all on function accrue_rewards(text,integer,timestamp with time zone) from public;
grant execute on function accrue_rewards(text,integer,timestamp with time zone) to parley_worker;

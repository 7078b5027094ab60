-- The fixed reward of each newcomer who was assigned to an ambassador, is verified, and has a trade that counts: once, by the level of the
-- ambassador and the rates of now, in USDT. What the operator's fees do not hold waits. Returns how many rewards there are.
create or replace function accrue_ambassador_rewards(most integer, at timestamp with time zone) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  due    record;
  given  int := 0;
  first  bigint;
  newest bigint;
  total  bigint := 0;
  funds  bigint;
begin
  perform assert_now(at);
  if standing_halt(array['ledger', 'coin_USDT']) is not null then return 0; end if;
  perform keep_reward_rates(at);
  funds := coalesce((select account.balance_units from ledger_accounts account where account.name = 'house:USDT:fees'), 0);
  for due in
    select waiting.newcomer_id, waiting.ambassador_id, trade.id as trade_id, trade.round,
      trade.buyer_id + trade.seller_id - waiting.newcomer_id as partner_id, rate.id as rate_id, rate.fixed_units
    from ambassador_assignments waiting
    join users newcomer on newcomer.id = waiting.newcomer_id and newcomer.verified_level is not null
    join ambassadors known on known.user_id = waiting.ambassador_id and known.ended_at is null
    cross join lateral first_counted_trade(waiting.newcomer_id, waiting.ambassador_id, at) counted
    join trades trade on trade.id = counted.trade_id
    cross join lateral ambassador_rate_at(known.level, at) rate
    where not waiting.is_rewarded and waiting.ends_at > at and rate.fixed_units > 0
    order by waiting.ends_at, waiting.newcomer_id
    limit most
    for update of waiting skip locked
  loop
    exit when total + due.fixed_units > funds;
    insert into reward_entries (trade_id, round, person_id, partner_id, referrer_id, tier, rate_id, currency, fee_units, units, status,
      at, held_until)
    values (due.trade_id, due.round, due.newcomer_id, due.partner_id, due.ambassador_id, 0, due.rate_id, 'USDT', 0, due.fixed_units, 'held',
      at, at + make_interval(days => (setting_value('partner.hold_days') #>> '{}')::int))
    returning id into newest;
    update ambassador_assignments done set is_rewarded = true where done.newcomer_id = due.newcomer_id;
    first := coalesce(first, newest);
    total := total + due.fixed_units;
    given := given + 1;
  end loop;
  if total > 0 and (post_each(
    array['reward_accrue'], array['USDT:' || first], at, array[1],
    array['house:USDT:fees'], array['house:USDT:rewards'], array[total]))[1] <> 'posted' then
    raise exception 'the rewards of ambassadors from % on were not posted', first using errcode = 'check_violation';
  end if;
  return given;
end $$;
revoke all on function accrue_ambassador_rewards(integer,timestamp with time zone) from public;
grant execute on function accrue_ambassador_rewards(integer,timestamp with time zone) to parley_worker;

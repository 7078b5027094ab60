-- Pays all open rewards of a user in one coin into their balance, less what reversed fees took back. Locks the user, the rewards, then the
-- ledger's accounts. The outcome: claimed; level, nothing, too_little, no_rate, on_hold, restricted, halted:<name>.
create or replace function claim_rewards(user_id bigint, currency text, hash text, at timestamp with time zone)
returns TABLE(outcome text, units bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  entries bigint[];
  debt    bigint;
  cents   bigint;
  claim   bigint;
begin
  perform assert_now(at);
  if (currency in ('BTC', 'ETH', 'USDT') and hash <> '') is not true then
    raise exception 'no reward is in %', currency using errcode = 'check_violation';
  end if;
  perform from users person where person.id = user_id for no key update;
  entries := array(
    select entry.id from reward_entries entry
    where entry.referrer_id = user_id and entry.currency = claim_rewards.currency and entry.status = 'open'
      -- Held again by the next batch, which may be late.
      and (entry.units < 0 or not exists (
        select from trades trade where trade.id = entry.trade_id and trade.status in ('chargeback_started', 'chargeback_paid')))
    order by entry.id
    for update);
  select coalesce(sum(entry.units), 0), coalesce(-sum(entry.units) filter (where entry.units < 0), 0) into units, debt
  from reward_entries entry
  where entry.id = any (entries);
  cents := usd_cents_of(units, currency, at);
  outcome := case
    when (select person.level from users person where person.id = user_id) >= 1 is not true then 'level'
    when units <= 0 then 'nothing'
    when cents is null then 'no_rate'
    when cents < 100 * (setting_value('partner.claim_usd') #>> '{}')::bigint then 'too_little'
    else coalesce(
      'halted:' || standing_halt(array['money_out', 'ledger', 'coin_' || currency]),
      kept_from_converting(user_id))
  end;
  if outcome is null then
    insert into reward_claims (hash, user_id, currency, units, at) values (hash, user_id, currency, units, at) returning id into claim;
    update reward_entries entry set status = 'claimed', claim_id = claim where entry.id = any (entries);
    if 'posted' <> all (post_each(
      array['reward_claim'] || case when debt > 0 then array['reward_cancel'] else '{}' end,
      array[hash] || case when debt > 0 then array['claim:' || hash] else '{}' end, at,
      array[1] || case when debt > 0 then array[2] else '{}' end,
      array['house:' || currency || ':rewards'] || case when debt > 0 then array['house:' || currency || ':rewards'] else '{}' end,
      array[available_account(user_id, currency)] || case when debt > 0 then array['house:' || currency || ':fees'] else '{}' end,
      array[units] || case when debt > 0 then array[debt] else '{}' end)) then
      raise exception 'the rewards of % in % cannot be paid', user_id, currency using errcode = 'check_violation';
    end if;
    outcome := 'claimed';
  end if;
  return next;
end $$;
revoke all on function claim_rewards(bigint,text,text,timestamp with time zone) from public;
grant execute on function claim_rewards(bigint,text,text,timestamp with time zone) to parley_web;

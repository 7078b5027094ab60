-- Pays all open rewards of a user in one coin into their balance, less what reversed fees took back. Locks the user, the rewards, then the
-- ledger's accounts. The outcome: claimed; level, nothing, too_little, no_rate, on_hold, restricted, halted:<name>.
create or replace function claim_rewards(user_id bigint, currency text, hash text, at timestamp with time zone)
returns TABLE(outcome text, units bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  entries bigint[];
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
      -- Held again, or taken back, by the next batch, which may be late.
      and (entry.units < 0 or not exists (
        select from trades trade where trade.id = entry.trade_id and trade.status in ('chargeback_started', 'chargeback_paid')
        union all
        select from product_fees fee where fee.subject = entry.subject and fee.person_id = entry.person_id and fee.round is null and fee.units < 0))
    order by entry.id
    for update);
  select coalesce(sum(entry.units), 0) into units
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
    -- The rewards that pay, and of each of the operator's accounts of fees what reversed ones took back.
    if not 'posted' = all ((
      select post_each(array_agg(part.kind order by part.place), array_agg(part.subject order by part.place), at,
        array_agg(part.place::int order by part.place), array_agg('house:' || currency || ':rewards' order by part.place),
        array_agg(part.gets order by part.place), array_agg(part.amount order by part.place))
      from (
        select 'reward_claim' as kind, hash as subject, available_account(user_id, currency) as gets, units as amount, 1::bigint as place
        union all
        select 'reward_cancel', 'claim:' || hash || case owed.purpose when 'fees' then '' else ':' || owed.purpose end,
          'house:' || currency || ':' || owed.purpose, owed.amount, 1 + row_number() over (order by owed.purpose)
        from (
          select entry.purpose, -sum(entry.units)::bigint as amount
          from reward_entries entry
          where entry.id = any (entries) and entry.units < 0
          group by entry.purpose) as owed
      ) as part)::text[]) then
      raise exception 'the rewards of % in % cannot be paid', user_id, currency using errcode = 'check_violation';
    end if;
    outcome := 'claimed';
  end if;
  return next;
end $$;
revoke all on function claim_rewards(bigint,text,text,timestamp with time zone) from public;
grant execute on function claim_rewards(bigint,text,text,timestamp with time zone) to parley_web;

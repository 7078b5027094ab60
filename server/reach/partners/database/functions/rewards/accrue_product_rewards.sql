-- Rewards of the next fees of products in one coin, with one journal for each of the operator's accounts of fees: from it to the rewards. Fees of
-- a subject that was rewarded before, such as one that is given back, end those rewards and make new ones of what is left. Returns how many subjects it
-- looked at: none while the ledger or the coin is halted, or while the fees hold less than the batch would take.
create or replace function accrue_product_rewards(currency text, most integer, at timestamp with time zone) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  due    product_fees;
  line   record;
  seen   int := 0;
  newest bigint;
  made   bigint[] := '{}';
  ended  bigint[] := '{}';
begin
  perform assert_now(at);
  if standing_halt(array['ledger', 'coin_' || currency]) is not null then return 0; end if;
  perform keep_reward_rates(at);
  for due in
    select distinct on (waiting.subject, waiting.person_id, waiting.purpose) waiting.*
    from (
      select fee.*
      from product_fees fee
      where fee.round is null and fee.currency = accrue_product_rewards.currency and fee.due_at <= at
      order by fee.due_at, fee.journal_id
      limit most
      for update
    ) as waiting
    order by waiting.subject, waiting.person_id, waiting.purpose
  loop
    seen := seen + 1;
    due.round := 1 + coalesce((
      select max(fee.round) from product_fees fee
      where fee.subject = due.subject and fee.person_id = due.person_id and fee.purpose = due.purpose and fee.currency = due.currency), 0);
    update product_fees fee
    set round = due.round
    where fee.subject = due.subject and fee.person_id = due.person_id and fee.purpose = due.purpose and fee.currency = due.currency
      and fee.round is null;
    ended := ended || array(
      select entry.id from reward_entries entry
      where entry.subject = due.subject and entry.person_id = due.person_id and entry.purpose = due.purpose
        and entry.currency = due.currency and entry.reverses is null and entry.units > 0
      order by entry.id
      for update);
    for line in select made_of.* from product_reward_lines(due, at) made_of loop
      insert into reward_entries (subject, purpose, round, person_id, referrer_id, tier, rate_id, currency, fee_units, units, status,
        why, at, held_until)
      values (due.subject, due.purpose, due.round, due.person_id, line.referrer, line.tier, line.rate_id, currency, line.fee_units,
        line.units, case when line.units > 0 then 'held' else 'cancelled' end, line.why, at,
        at + make_interval(days => (setting_value('partner.hold_days') #>> '{}')::int))
      returning id into newest;
      made := made || newest;
      if line.why in ('household', 'payout_account') then
        perform add_partner_finding(line.why, array[due.person_id, line.referrer], null, at);
      end if;
    end loop;
  end loop;
  perform reverse_rewards(ended, at);
  perform post_product_rewards(currency, made, at);
  return seen;
exception
  -- Staff moved fees away: the batch waits, and nothing of it is kept.
  when sqlstate 'PR001' then return 0;
end $$;
revoke all on function accrue_product_rewards(text,integer,timestamp with time zone) from public;
grant execute on function accrue_product_rewards(text,integer,timestamp with time zone) to parley_worker;

-- Opens rewards of one coin whose time is over. A chargeback that was reported holds them again; one that was confirmed or repaid cancels them, and of a
-- claimed one makes a negative one. Returns how many rows it looked at.
create or replace function settle_rewards(currency text, most integer, at timestamp with time zone) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  reviewed bigint[];
  reversed bigint[];
  opened   int;
begin
  perform assert_now(at);
  if standing_halt(array['ledger', 'coin_' || currency]) is not null then return 0; end if;
  -- A fee that no batch has looked at yet goes first.
  with taken as (
    select waiting.trade_id, waiting.round
    from reward_dues waiting
    where waiting.kind = 'review' and waiting.currency = settle_rewards.currency and not exists (
      select from reward_dues fee where fee.kind = 'fee' and fee.trade_id = waiting.trade_id)
    order by waiting.trade_id, waiting.round
    limit most
    for update skip locked
  ), gone as (
    delete from reward_dues done using taken
    where done.kind = 'review' and done.trade_id = taken.trade_id and done.round = taken.round
    returning done.trade_id)
  select array_agg(distinct gone.trade_id) into reviewed from gone;
  -- One after another with claims, which lock the same rows in the same order.
  perform from reward_entries entry where entry.trade_id = any (reviewed) and entry.reverses is null order by entry.id for update;
  update reward_entries entry
  set status = 'held'
  from trades trade
  where trade.id = entry.trade_id and trade.id = any (reviewed) and trade.status = 'chargeback_started'
    and not fee_is_reversed(trade) and entry.status = 'open' and entry.reverses is null;
  select array_agg(entry.id) into reversed
  from reward_entries entry
  join trades trade on trade.id = entry.trade_id and fee_is_reversed(trade)
  where trade.id = any (reviewed) and entry.reverses is null and entry.units > 0;
  -- Last: it locks accounts of the ledger, which come after all rows.
  perform reverse_rewards(reversed, at);
  -- A batch that ran while an account closed may have missed it.
  perform cancel_rewards(array(
    select due.id
    from reward_entries due
    join account_closures gone on gone.user_id = due.referrer_id and gone.closed_at is not null
    where due.status = 'held' and due.currency = settle_rewards.currency and due.held_until <= at
    order by due.id
    limit most
    for update of due), 'closed', at);
  update reward_entries entry
  set status = 'open'
  where entry.id in (
    select due.id
    from reward_entries due
    left join trades trade on trade.id = due.trade_id
    where due.status = 'held' and due.currency = settle_rewards.currency and due.held_until <= at
      and (trade.id is null or trade.status not in ('chargeback_started', 'chargeback_paid'))
      -- A fee that was given back, and that no batch has looked at yet.
      and not exists (
        select from product_fees fee where fee.subject = due.subject and fee.person_id = due.person_id and fee.round is null and fee.units < 0)
    order by due.held_until
    limit most
    for update of due skip locked);
  get diagnostics opened = row_count;
  return coalesce(cardinality(reviewed), 0) + opened;
end $$;
revoke all on function settle_rewards(text,integer,timestamp with time zone) from public;
grant execute on function settle_rewards(text,integer,timestamp with time zone) to parley_worker;

-- Reminds the side that has to pay or to fund of a trade's window that ends soon; never before the last third of the window.
-- Returns how many were sent.
create or replace function remind_of_trades(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at   timestamptz := market_now();
  lead interval := reminds_within('reminders.trade_minutes', 10, 'minute');
  many int;
begin
  with due as (
    select trade.hash, trade.status, timer.expires_at,
      case when trade.status in ('funds_processing', 'funds_processed', 'not_funded', 'gcc_info_shared') then 'buyer' else 'seller' end as other,
      case when trade.status in ('funds_processing', 'funds_processed', 'not_funded', 'gcc_info_shared') then trade.seller_id else trade.buyer_id end as user_id
    from trade_timers timer
    join trades trade on trade.id = timer.trade_id
    where timer.expires_at > at and timer.expires_at <= at + lead
      and timer.expires_at <= at + make_interval(mins => trade.window_minutes) / 3
      and trade.status in ('not_funded', 'funds_processing', 'funds_processed', 'active_funded', 'gcc_info_shared', 'gcc_info_accepted')
      and not exists (
        select from reminders_sent sent
        where sent.kind = 'trade' and sent.subject = trade.hash and sent.due_at = timer.expires_at and sent.user_id =
          case when trade.status in ('funds_processing', 'funds_processed', 'not_funded', 'gcc_info_shared') then trade.seller_id else trade.buyer_id end)
    order by timer.expires_at
    limit most
  ), sent as (
    insert into reminders_sent (kind, subject, user_id, due_at, told_at)
    select 'trade', due.hash, due.user_id, due.expires_at, at from due
    on conflict do nothing
    returning subject
  )
  insert into events (type, subject, payload, at)
  select 'trade.ends_soon', due.hash, jsonb_build_object('actor', due.other, 'status', due.status), at
  from sent
  join due on due.hash = sent.subject
  order by due.expires_at;
  get diagnostics many = row_count;
  return many;
end $$;
revoke all on function remind_of_trades(integer) from public;
grant execute on function remind_of_trades(integer) to parley_worker;

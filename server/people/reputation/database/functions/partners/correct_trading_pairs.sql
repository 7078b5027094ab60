-- Trades that were counted and have ended another way since, before they are counted so.
create or replace function correct_trading_pairs(trade_ids bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  corrected record;
begin
  for corrected in
    select counted.user_id, counted.partner_id, max(trade.ended_at) as ended_at,
      sum(((trade.status in ('released', 'dispute_won_buyer') or (trade.status = 'chargeback_started' and not exists (
    select from chargeback_reports report where report.trade_id = trade.id and report.outcome = 'confirmed'))))::int - counted.is_successful::int)::int as more
    from trades trade
    join reputation_trades counted on counted.user_id in (trade.buyer_id, trade.seller_id) and counted.trade_id = trade.id
    where trade.id = any(trade_ids) and trade.ended_at is not null
      and (trade.ended_at <> counted.at or ((trade.status in ('released', 'dispute_won_buyer') or (trade.status = 'chargeback_started' and not exists (
    select from chargeback_reports report where report.trade_id = trade.id and report.outcome = 'confirmed')))) <> counted.is_successful)
    group by counted.user_id, counted.partner_id
    order by counted.user_id, counted.partner_id
  loop
    update trading_pairs
    set successful = successful + corrected.more, last_at = greatest(last_at, corrected.ended_at)
    where user_id = corrected.user_id and partner_id = corrected.partner_id;
  end loop;
end $$;
revoke all on function correct_trading_pairs(bigint[]) from public;

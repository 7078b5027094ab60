-- Refuses rows of trades that are further than a trade is as it begins.
create or replace function assert_trades_begin(rows trades[], at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select
    from unnest(rows) as trade
    where (
      trade.status = 'active_funded' and trade.version = 1 and trade.round = 1 and trade.started_at = assert_trades_begin.at
      and trade.funded_at = assert_trades_begin.at
      and trade.expires_at = assert_trades_begin.at + make_interval(mins => trade.window_minutes)
      and not trade.was_ever_paid and not trade.is_reopened and trade.extended_times = 0
    ) is not true
    or num_nonnulls(trade.details_revealed_at, trade.owner_responded_at, trade.paid_at, trade.released_at, trade.ended_at,
         trade.reopen_asked_at, trade.dispute_opened_at, trade.dispute_opened_by, trade.dispute_reason, trade.dispute_text,
         trade.buyer_feedback_at, trade.seller_feedback_at) > 0
  ) then
    raise exception 'this is not how a trade begins' using errcode = 'check_violation';
  end if;
end $$;
revoke all on function assert_trades_begin(trades[],timestamp with time zone) from public;

-- Demo people trade with demo people only: a market whose setting was changed has both, and play money buys no coins of anybody.
-- Owned by market/trades.

do $$
declare
  made constant text := pg_get_functiondef('open_trades(jsonb, int, timestamptz)'::regprocedure);
  said constant text := 'and trade.window_minutes = offer.payment_window_min';
begin
  if strpos(made, said) = 0 then raise exception 'open_trades does not say: %', said; end if;
  execute replace(made, said, said || '
      and not exists (
        select from users side where side.id in (trade.buyer_id, trade.seller_id) and side.is_demo <> trade.is_demo)');
end $$;

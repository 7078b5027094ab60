-- A trade's reference of payment, and whether others may pay, are those of its offer: whoever has taken over the web could have written
-- others into it. Owned by market/trades.
do $$
declare
  made constant text := pg_get_functiondef('open_trades(jsonb, int, timestamptz)'::regprocedure);
  said constant text := 'and trade.window_minutes = offer.payment_window_min';
begin
  if strpos(made, said) = 0 then raise exception 'open_trades does not say: %', said; end if;
  execute replace(made, said, said
    || ' and trade.no_third_parties = offer.no_third_parties and trade.bank_reference is not distinct from offer.bank_reference');
end $$;

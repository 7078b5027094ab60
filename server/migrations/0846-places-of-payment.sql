-- Cash is handed over somewhere, and an offer said no more than a country. An offer says the region and the city as well, and offers of methods
-- that are paid on the spot have to. A trade keeps them: they are part of what was agreed. Owned by market/offers and market/trades.

alter table offers
  add column payment_subdivision text check (char_length(payment_subdivision) between 1 and 60),
  add column payment_city text check (char_length(payment_city) between 1 and 60),
  add constraint offers_place_has_country
    check (payment_country is not null or (payment_subdivision is null and payment_city is null));
grant insert (payment_subdivision, payment_city), update (payment_subdivision, payment_city) on offers to parley_web, parley_worker;

alter table trades add column payment_country text, add column payment_subdivision text, add column payment_city text;

do $$
declare
  made constant text := pg_get_functiondef('open_trades(jsonb, int, timestamptz)'::regprocedure);
  said constant text := 'and trade.window_minutes = offer.payment_window_min';
begin
  if strpos(made, said) = 0 then raise exception 'open_trades does not say: %', said; end if;
  execute replace(made, said, said || '
      and (trade.payment_country, trade.payment_subdivision, trade.payment_city)
        is not distinct from (offer.payment_country, offer.payment_subdivision, offer.payment_city)');
end $$;

-- What a person downloads of their offers and trades has where they are paid, and what of the fee they were promised.
do $$
declare
  made   text := pg_get_functiondef('export_part(bigint, text, bigint, int)'::regprocedure);
  change text[];
begin
  foreach change slice 1 in array array[
    ['''marginBp'', margin_bp,', '''country'', payment_country, ''subdivision'', payment_subdivision, ''city'', payment_city, ''marginBp'', margin_bp,'],
    ['''feeUnits'', trade.fee_units::text, ''currency'',', '''feeUnits'', trade.fee_units::text,
          ''cashbackUnits'', case when trade.starter_id = person then trade.cashback_units::text end,
          ''country'', trade.payment_country, ''subdivision'', trade.payment_subdivision, ''city'', trade.payment_city, ''currency'',']]
  loop
    if strpos(made, change[1]) = 0 then raise exception 'export_part does not say: %', change[1]; end if;
    made := replace(made, change[1], change[2]);
  end loop;
  execute made;
end $$;

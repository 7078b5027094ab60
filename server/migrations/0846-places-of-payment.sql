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

-- What a person downloads of their offers and trades has where they are paid, and what of the fee they were promised; what is erased of their
-- words is the place as well, but for the country.
do $$
declare
  made   text;
  change text[];
begin
  foreach change slice 1 in array array[
    ['export_part(bigint, text, bigint, int)', '''marginBp'', margin_bp,',
     '''country'', payment_country, ''subdivision'', payment_subdivision, ''city'', payment_city, ''marginBp'', margin_bp,'],
    ['export_part(bigint, text, bigint, int)', '''feeUnits'', trade.fee_units::text, ''currency'',', '''feeUnits'', trade.fee_units::text,
          ''cashbackUnits'', case when trade.starter_id = person then trade.cashback_units::text end,
          ''country'', trade.payment_country, ''subdivision'', trade.payment_subdivision, ''city'', trade.payment_city, ''currency'','],
    ['erase_conversations(int)', 'trade_details = '''', bank_reference = null, dispute_text',
     'trade_details = '''', bank_reference = null, payment_subdivision = null, payment_city = null, dispute_text'],
    ['erase_what_user_wrote(bigint)', 'method_label = null, bank_reference = null',
     'method_label = null, bank_reference = null, payment_subdivision = null, payment_city = null']]
  loop
    made := pg_get_functiondef(change[1]::regprocedure);
    if strpos(made, change[2]) = 0 then raise exception '% does not say: %', change[1], change[2]; end if;
    execute replace(made, change[2], change[3]);
  end loop;
end $$;

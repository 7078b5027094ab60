-- Gold, silver, platinum and palladium pay trades by weight, and no offer said what an ounce counts for. An offer that one of them pays
-- says so now, in its own currency. A trade keeps the rate of its offer as it was at the start; the database takes it from there, because
-- whoever has taken over the web could have written another one. Owned by market/offers and market/trades.

-- Nobody asked for a rate before: such offers are off until their owners have said one.
update offers set is_on = false where method_id in (668, 669, 670, 671) and is_on;

alter table offers
  add column custom_rate numeric
    constraint offers_custom_rate check (custom_rate is null or (custom_rate > 0 and method_id in (668, 669, 670, 671))),
  add constraint offers_metal_has_rate check (custom_rate is not null or method_id not in (668, 669, 670, 671) or not is_on);
grant insert (custom_rate), update (custom_rate) on offers to parley_web, parley_worker;

alter table trades add column custom_rate numeric;

create function keep_custom_rate() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.custom_rate := (select offer.custom_rate from offers offer where offer.hash = new.offer_hash);
  return new;
end $$;
revoke all on function keep_custom_rate from public;
create trigger trades_keep_custom_rate before insert on trades for each row
  when (new.custom_rate is not null or new.payment_method_id in (668, 669, 670, 671))
  execute function keep_custom_rate();

-- What a person downloads of their offers and trades has it.
do $$
declare
  made   text;
  change text[];
begin
  foreach change slice 1 in array array[
    ['''marginBp'', margin_bp,', '''marginBp'', margin_bp, ''customRate'', custom_rate::text,'],
    ['''price'', trade.price,', '''price'', trade.price, ''customRate'', trade.custom_rate::text,']]
  loop
    made := pg_get_functiondef('export_part(bigint, text, bigint, int)'::regprocedure);
    if strpos(made, change[1]) = 0 then raise exception 'export_part does not say: %', change[1]; end if;
    execute replace(made, change[1], change[2]);
  end loop;
end $$;

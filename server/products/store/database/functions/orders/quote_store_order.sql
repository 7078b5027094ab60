-- Prices a cart for a user and keeps the price for some seconds: each line with a quote of its own, and the sum as the quote that is paid. The
-- outcome: quoted; unknown; amount where there is no such card; stock; stale without a price. `place` is the line that is refused, from 1.
create or replace function quote_store_order(hash text, line_hashes text[], user_id bigint, products bigint[], faces bigint[], quantities integer[], currency text, at timestamp with time zone)
returns TABLE(outcome text, place integer)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  sold  store_products;
  costs bigint[] := '{}';
  units bigint[] := '{}';
  fees  bigint[] := '{}';
  ends  constant timestamptz := at + make_interval(secs => (setting_value('store.quote_sec') #>> '{}')::int);
  whole bigint;
begin
  perform assert_now(at);
  perform assert_lengths(cardinality(line_hashes), cardinality(products), cardinality(faces), cardinality(quantities));
  if cardinality(products) not between 1 and 10 then raise exception 'no cart has so many lines' using errcode = 'check_violation'; end if;
  for line in 1 .. cardinality(products) loop
    place := line;
    select one.* into sold from store_products one where one.id = products[line] and one.is_active;
    costs := costs || store_cost_cents(sold, faces[line]) * quantities[line];
    units := units || coins_for_cents(costs[line], currency, at);
    fees := fees || ceil(units[line] * (setting_value('store.fee_bp') #>> '{}')::numeric / 10000)::bigint;
    outcome := case
      when sold.id is null then 'unknown'
      when not sold.is_in_stock then 'stock'
      when costs[line] is null then 'amount'
      when units[line] is null then 'stale' end;
    if outcome is not null then
      return next;
      return;
    end if;
  end loop;
  -- The country of the whole is that of its last line: limits and circuits are those of the lines.
  insert into product_quotes as made
    (hash, user_id, product, provider, country, currency, units, fee_units, got_currency, got_units, cost_currency, cost_units, created_at, expires_at)
  select hash, user_id, 'store', sold.provider, sold.country, currency, sum(one.unit + one.fee), sum(one.fee), 'USD', sum(one.cost), 'USD',
         sum(one.cost), at, ends
  from unnest(units, fees, costs) as one (unit, fee, cost)
  returning made.id into whole;
  with own as (
    insert into product_quotes as made
      (hash, user_id, product, provider, country, currency, units, fee_units, got_currency, got_units, cost_currency, cost_units, created_at, expires_at)
    select line_hashes[line], user_id, 'store', one.provider, one.country, currency, units[line] + fees[line], fees[line], one.currency,
           faces[line] * quantities[line], 'USD', costs[line], at, ends
    from generate_subscripts(products, 1) as line
    join store_products one on one.id = products[line]
    returning made.id, made.hash)
  insert into store_lines (quote_id, order_quote_id, place, user_id, product_id, face_units, quantity)
  select own.id, whole, line, user_id, products[line], faces[line], quantities[line]
  from own
  join generate_subscripts(products, 1) as line on line_hashes[line] = own.hash;
  outcome := 'quoted';
  place := 0;
  return next;
end $$;
revoke all on function quote_store_order(text,text[],bigint,bigint[],bigint[],integer[],text,timestamp with time zone) from public;
grant execute on function quote_store_order(text,text[],bigint,bigint[],bigint[],integer[],text,timestamp with time zone) to parley_web;

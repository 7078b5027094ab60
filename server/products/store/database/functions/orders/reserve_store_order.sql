-- Takes the quote of a cart, once and whole: each line becomes an order at the provider, or none does. The outcome: those of
-- reserve_provider_order, unknown, changed where a line costs more by now or is not there any more.
create or replace function reserve_store_order(order_hash text, quote_hash text, user_id bigint, line_hashes text[], external_refs uuid[], at timestamp with time zone)
returns TABLE(outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  whole product_quotes;
  line  record;
  lines int;
begin
  perform assert_now(at);
  perform assert_lengths(cardinality(line_hashes), cardinality(external_refs));
  select wanted.* into whole
  from product_quotes wanted
  where wanted.hash = quote_hash and wanted.user_id = reserve_store_order.user_id and wanted.product = 'store'
  for update;
  select count(*) into lines from store_lines one where one.order_quote_id = whole.id;
  if lines = 0 then
    outcome := 'unknown';
    return next;
    return;
  end if;
  if lines <> cardinality(line_hashes) then raise exception 'a line has no name' using errcode = 'check_violation'; end if;
  begin
    for line in
      select one.place, own as quote, store_cost_cents(sold, one.face_units) * one.quantity as cost
      from store_lines one
      join product_quotes own on own.id = one.quote_id
      join store_products sold on sold.id = one.product_id
      where one.order_quote_id = whole.id
      order by one.place
    loop
      outcome := case
        when exists (select from store_orders taken where taken.quote_id = whole.id) then 'taken'
        when whole.expires_at > at and (line.cost <= (line.quote).cost_units) is not true then 'changed'
        else reserve_provider_order(line_hashes[line.place], external_refs[line.place], line.quote, true, at) end;
      if outcome <> 'reserved' then raise exception using errcode = 'P0S01', message = outcome; end if;
    end loop;
    if not exists (select from spend_proofs(array['provider_order:' || whole.hash], array[user_id])) then
      raise exception using errcode = 'P0S01', message = 'unproved';
    end if;
    insert into store_orders (quote_id, hash, user_id, created_at) values (whole.id, order_hash, user_id, at);
  exception when sqlstate 'P0S01' then
    -- The lines before it are taken back with it.
    outcome := sqlerrm;
    if outcome like 'level:%' then
      outcome := coalesce(level_obstacle(user_id, (
        select sum(own.cost_units)::bigint from store_lines one join product_quotes own on own.id = one.quote_id where one.order_quote_id = whole.id), at), outcome);
    end if;
  end;
  return next;
end $$;
revoke all on function reserve_store_order(text,text,bigint,text[],uuid[],timestamp with time zone) from public;
grant execute on function reserve_store_order(text,text,bigint,text[],uuid[],timestamp with time zone) to parley_web;

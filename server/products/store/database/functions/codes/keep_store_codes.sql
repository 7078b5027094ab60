-- Codes that the provider gave for an order that is open, sealed by a worker: a second answer adds nothing. A code that was sold here before,
-- or that somebody has in the vault, is not kept: its buyer would pay for what is another's. Returns how many the order has.
create or replace function keep_store_codes(order_id bigint, hashes text[], codes bytea[], pins bytea[], marks bytea[], at timestamp with time zone) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  made provider_orders;
  line store_lines;
begin
  perform assert_now(at);
  perform assert_lengths(cardinality(hashes), cardinality(codes), cardinality(pins), cardinality(marks));
  select found.* into made from provider_orders found where found.id = order_id and found.product = 'store' for update;
  select one.* into line from store_lines one where one.quote_id = made.quote_id;
  if made.status in ('submitted', 'unknown', 'mismatch') then
    insert into store_codes (hash, quote_id, n, user_id, code_sealed, pin_sealed, mark, delivered_at)
    select hashes[n], line.quote_id, n, line.user_id, codes[n], pins[n], marks[n], at
    from generate_subscripts(codes, 1) as n
    where n <= line.quantity and not exists (select from gift_cards card where card.code_mark = marks[n])
    on conflict do nothing;
  end if;
  return (select count(*)::int from store_codes code where code.quote_id = line.quote_id);
end $$;
revoke all on function keep_store_codes(bigint,text[],bytea[],bytea[],bytea[],timestamp with time zone) from public;
grant execute on function keep_store_codes(bigint,text[],bytea[],bytea[],bytea[],timestamp with time zone) to parley_worker;

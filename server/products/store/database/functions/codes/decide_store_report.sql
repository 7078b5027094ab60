-- Two of the staff have decided about a code that its owner has seen: its share of the price and of the fee goes back, or the sale stands.
create or replace function decide_store_report(code_hash text, decision text, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  code store_codes;
  made provider_orders;
  line store_lines;
  card house_cards;
  fee  bigint;
begin
  select one.* into code from store_codes one where one.hash = code_hash for update;
  select one.* into line from store_lines one where one.quote_id = code.quote_id;
  select one.* into made from provider_orders one where one.quote_id = code.quote_id;
  update store_codes
  set report_status = case decision when 'refund' then 'refunded' else 'refused' end, decided_at = at
  where id = code.id;
  if decision <> 'refund' then return; end if;
  select quote.fee_units / line.quantity into fee from product_quotes quote where quote.id = made.quote_id;
  perform post_one('store_refund', code_hash, at,
    array['house:' || made.currency || ':inventory', 'house:' || made.currency || ':fees_store'],
    array[available_account(made.user_id, made.currency), available_account(made.user_id, made.currency)],
    array[made.units / line.quantity - fee, fee]);
  select one.* into card from house_cards one where one.mark = code.mark for update;
  if card.id is not null then
    update house_cards set voided_at = at, code_sealed = null where id = card.id;
    perform post_one('card_void', code_hash, at, array['house:' || card.currency || ':cards_issued'],
      array['outside:' || card.currency || ':market'], array[card.face_units]);
  end if;
end $$;
revoke all on function decide_store_report(text,text,timestamp with time zone) from public;

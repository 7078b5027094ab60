-- Two of the staff have decided about a code that its owner has seen: its share of the price goes back, or the sale stands.
create or replace function decide_store_report(code_hash text, decision text, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  code store_codes;
  made provider_orders;
  line store_lines;
  card house_cards;
begin
  select one.* into code from store_codes one where one.hash = code_hash for update;
  select one.* into line from store_lines one where one.quote_id = code.quote_id;
  select one.* into made from provider_orders one where one.quote_id = code.quote_id;
  update store_codes
  set report_status = case decision when 'refund' then 'refunded' else 'refused' end, decided_at = at
  where id = code.id;
  if decision <> 'refund' then return; end if;
  perform post_one('store_refund', code_hash, at, array['house:' || made.currency || ':inventory'],
    array[available_account(made.user_id, made.currency)], array[made.units / line.quantity]);
  select one.* into card from house_cards one where one.mark = code.mark for update;
  if card.id is not null then
    update house_cards set voided_at = at, code_sealed = null where id = card.id;
    perform post_one('card_void', code_hash, at, array['house:' || card.currency || ':cards_issued'],
      array['outside:' || card.currency || ':market'], array[card.face_units]);
  end if;
end $$;
revoke all on function decide_store_report(text,text,timestamp with time zone) from public;

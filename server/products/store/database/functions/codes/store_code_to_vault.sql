-- Its owner puts a code that they have not seen into the vault of gift cards, where it pays in trades. It is the code that was bought: its mark
-- is the one that is stored. The outcome: added, unknown, seen, vault, unfit where no payment method takes it, duplicate.
create or replace function store_code_to_vault(user_id bigint, hash text, card_hash text, code_sealed bytea, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  code   store_codes;
  sold   store_products;
  line   store_lines;
  answer text;
begin
  perform assert_now(at);
  perform assert_may_act_for(array[user_id]);
  code := own_store_code(user_id, hash);
  select one.* into line from store_lines one where one.quote_id = code.quote_id;
  select one.* into sold from store_products one where one.id = line.product_id;
  answer := case
    when code.id is null then 'unknown'
    when code.first_seen_at is not null then 'seen'
    when is_in_vault(code) then 'vault'
    when sold.method_id is null or code.pin_sealed is not null then 'unfit' end;
  if answer is not null then return answer; end if;
  answer := add_gift_card(user_id, card_hash, sold.method_id, 'e-card', sold.currency,
    (select money.digits::int from ledger_currencies money where money.code = sold.currency), line.face_units, code_sealed, code.mark, at);
  if answer <> 'added' then return 'duplicate'; end if;
  update gift_cards card set bought_at = code.delivered_at where card.hash = card_hash;
  update store_codes one set vault_hash = card_hash where one.id = code.id;
  return 'added';
end $$;
revoke all on function store_code_to_vault(bigint,text,text,bytea,timestamp with time zone) from public;
grant execute on function store_code_to_vault(bigint,text,text,bytea,timestamp with time zone) to parley_web;

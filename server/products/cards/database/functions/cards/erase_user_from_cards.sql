-- A closed account's cards end, also at an issuer that has them, and lose their numbers and names; the address that the issuer got goes.
create or replace function erase_user_from_cards(person bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  update cards
  set status = 'terminated', ended_at = coalesce(ended_at, market_now()), number_sealed = null,
      number_index = sha256(convert_to(hash, 'UTF8')), label = 'Card',
      version = version + 1, sent_version = sent_version + (issuer = 'house_issuer')::int, send_at = market_now()
  where user_id = person;
  delete from card_approvals where user_id = person;
  update card_holders set address_sealed = '' where user_id = person;
  update card_authorizations set merchant = null where user_id = person;
  update card_entries set merchant = null where user_id = person;
  update card_disputes set evidence = null where user_id = person;
end $$;
revoke all on function erase_user_from_cards(bigint) from public;

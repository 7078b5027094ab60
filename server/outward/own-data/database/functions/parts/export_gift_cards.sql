-- An archive has the cards and never their codes: those are money.
create or replace function export_gift_cards(export_id bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select card.id, jsonb_build_object('giftCard', card.hash, 'paymentMethodId', card.payment_method_id, 'kind', card.kind,
    'fiatCurrencyCode', card.fiat_code, 'fiatUnits', card.fiat_units,
    'status', card.status, 'trade', card.trade_hash, 'addedAt', card.added_at, 'revealedAt', card.revealed_at,
    'checkedAt', card.checked_at, 'codeForm', card.code_form)::text
  from data_exports waiting
  join gift_cards card on card.owner_id = waiting.user_id
  where waiting.id = export_gift_cards.export_id and waiting.made_at is null and card.id > export_gift_cards.after
  order by card.id
  limit export_gift_cards.most
$$;
revoke all on function export_gift_cards(bigint,bigint,integer) from public;
grant execute on function export_gift_cards(bigint,bigint,integer) to parley_worker;

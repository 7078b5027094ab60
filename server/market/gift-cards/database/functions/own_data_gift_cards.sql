-- The cards and never their codes: those are money.
create or replace function own_data_gift_cards(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select id, jsonb_build_object('giftCard', hash, 'paymentMethodId', payment_method_id, 'kind', kind, 'fiatCurrencyCode', fiat_code,
    'fiatUnits', fiat_units, 'status', status, 'trade', trade_hash, 'addedAt', added_at, 'revealedAt', revealed_at,
    'checkedAt', checked_at, 'codeForm', code_form)::text
  from gift_cards
  where owner_id = person and id > after
  order by id
  limit most
$$;
revoke all on function own_data_gift_cards(bigint,bigint,integer) from public;

-- Saved accounts, those given to trades, and names that the person paid as. Fields come sealed, with the place they are sealed for.
create or replace function own_data_payment_accounts(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select made.key, made.line::text
  from (
    select saved.id * 3 as key, jsonb_build_object('kept', saved.kind, 'country', saved.country_iso, 'currency', saved.currency,
      'isPersonal', saved.is_personal, 'paymentMethodId', saved.method_id, 'addedAt', saved.created_at,
      'changedAt', saved.updated_at, 'sealed_fields', saved.fields, 'place', 'payment_accounts:' || saved.public_id) as line
    from payment_accounts saved
    where saved.user_id = person
    union all
    select given.id * 3 + 1, jsonb_build_object('givenToTrade', trade.hash, 'kind', given.kind, 'country', given.country_iso,
      'currency', given.currency, 'paymentMethodId', given.method_id, 'at', given.shared_at,
      'sealed_fields', given.fields, 'place', 'trade_payment_accounts:' || given.public_id)
    from trade_payment_accounts given
    join trades trade on trade.id = given.trade_id
    where given.owner_id = person
    union all
    select payer.trade_id * 3 + 2, jsonb_build_object('paidInTrade', trade.hash, 'at', payer.declared_at,
      'sealed_fields', jsonb_build_object('holder_name', encode(payer.holder_sealed, 'base64')),
      'place', 'trade_payers:' || trade.hash)
    from trade_payers payer
    join trades trade on trade.id = payer.trade_id
    where payer.user_id = person
  ) as made
  where made.key > after
  order by made.key
  limit most
$$;
revoke all on function own_data_payment_accounts(bigint,bigint,integer) from public;

-- As lines of JSON, for an archive that is being made: what is kept, what was given to trades, and whom the person paid as. Fields
-- come sealed, with the place they are sealed for.
create or replace function export_payment_accounts(export_id bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  with person as (
    select waiting.user_id
    from data_exports waiting
    where waiting.id = export_payment_accounts.export_id and waiting.made_at is null
  )
  select made.key, made.line::text
  from (
    select known.id * 3 as key, jsonb_build_object('kept', known.kind, 'country', known.country_iso, 'currency', known.currency,
      'isPersonal', known.is_personal, 'paymentMethodId', known.method_id, 'addedAt', known.created_at,
      'changedAt', known.updated_at, 'sealed_fields', known.fields, 'place', 'payment_accounts:' || known.public_id) as line
    from person
    join payment_accounts known on known.user_id = person.user_id
    union all
    select given.id * 3 + 1, jsonb_build_object('givenToTrade', trade.hash, 'kind', given.kind, 'country', given.country_iso,
      'currency', given.currency, 'paymentMethodId', given.method_id, 'at', given.shared_at,
      'sealed_fields', given.fields, 'place', 'trade_payment_accounts:' || given.public_id)
    from person
    join trade_payment_accounts given on given.owner_id = person.user_id
    join trades trade on trade.id = given.trade_id
    union all
    select payer.trade_id * 3 + 2, jsonb_build_object('paidInTrade', trade.hash, 'at', payer.declared_at,
      'sealed_fields', jsonb_build_object('holder_name', encode(payer.holder_sealed, 'base64')),
      'place', 'trade_payers:' || trade.hash)
    from person
    join trade_payers payer on payer.user_id = person.user_id
    join trades trade on trade.id = payer.trade_id
  ) as made
  where made.key > export_payment_accounts.after
  order by made.key
  limit export_payment_accounts.most
$$;
revoke all on function export_payment_accounts(bigint,bigint,integer) from public;
grant execute on function export_payment_accounts(bigint,bigint,integer) to parley_worker;

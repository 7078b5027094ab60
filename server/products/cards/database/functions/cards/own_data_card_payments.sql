create or replace function own_data_card_payments(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select one.id, jsonb_build_object('card', card.last4, 'status', one.status, 'declined', one.decline_code, 'merchant', one.merchant,
    'country', one.country, 'currency', one.currency, 'amountUnits', one.amount_units::text, 'usdCents', one.usd_units::text,
    'capturedCents', one.captured_units::text, 'heldCents', one.held_units::text, 'at', one.at,
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', entry.kind, 'usdCents', entry.usd_units::text, 'owedCents', entry.debt_units::text,
        'at', entry.at) order by entry.id), '[]')
      from card_entries entry where entry.authorization_id = one.id))::text
  from card_authorizations one
  join cards card on card.id = one.card_id
  where one.user_id = person and one.id > after
  order by one.id
  limit most
$$;
revoke all on function own_data_card_payments(bigint,bigint,integer) from public;

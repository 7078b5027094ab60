create or replace function own_data_card_approvals(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select one.id, jsonb_build_object('card', card.last4, 'merchant', one.question ->> 'merchant', 'country', one.question ->> 'country',
    'currency', one.question ->> 'currency', 'amountUnits', one.question ->> 'amount_units', 'usdCents', one.usd_units::text,
    'status', one.status, 'askedAt', one.asked_at, 'answeredAt', one.answered_at)::text
  from card_approvals one
  join cards card on card.id = one.card_id
  where one.user_id = person and one.id > after
  order by one.id
  limit most
$$;
revoke all on function own_data_card_approvals(bigint,bigint,integer) from public;

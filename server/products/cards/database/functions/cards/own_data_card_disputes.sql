create or replace function own_data_card_disputes(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select one.id, jsonb_build_object('card', card.last4, 'merchant', taken.merchant, 'reason', one.reason, 'evidence', one.evidence,
    'status', one.status, 'usdCents', one.usd_units::text, 'creditedCents', one.credited_units::text, 'openedAt', one.opened_at,
    'endedAt', one.ended_at)::text
  from card_disputes one
  join card_entries taken on taken.id = one.entry_id
  join cards card on card.id = one.card_id
  where one.user_id = person and one.id > after
  order by one.id
  limit most
$$;
revoke all on function own_data_card_disputes(bigint,bigint,integer) from public;

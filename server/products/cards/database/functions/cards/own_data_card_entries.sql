-- What was booked without a question: refunds, and what merchants took afterwards.
create or replace function own_data_card_entries(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select entry.id, jsonb_build_object('card', card.last4, 'kind', entry.kind, 'merchant', entry.merchant, 'usdCents', entry.usd_units::text,
    'owedCents', entry.debt_units::text, 'at', entry.at)::text
  from card_entries entry
  join cards card on card.id = entry.card_id
  where entry.user_id = person and entry.authorization_id is null and entry.id > after
  order by entry.id
  limit most
$$;
revoke all on function own_data_card_entries(bigint,bigint,integer) from public;

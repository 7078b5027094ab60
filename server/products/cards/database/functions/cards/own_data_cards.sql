create or replace function own_data_cards(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select card.id, jsonb_build_object('label', card.label, 'last4', card.last4, 'status', card.status, 'expiresOn', card.expires_on,
    'paymentLimit', card.payment_limit::text, 'dayLimit', card.day_limit::text, 'monthLimit', card.month_limit::text,
    'closedGroups', card.closed_groups, 'isSingleUse', card.is_single_use, 'issuer', card.issuer, 'asksOnline', card.asks_online, 'createdAt', card.created_at, 'endedAt', card.ended_at)::text
  from cards card
  where card.user_id = person and card.id > after
  order by card.id
  limit most
$$;
revoke all on function own_data_cards(bigint,bigint,integer) from public;

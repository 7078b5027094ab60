create or replace function own_data_otc_requests(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select request.id, jsonb_build_object('otcRequest', request.hash, 'side', request.side, 'coin', request.crypto,
    'currency', request.fiat, 'units', request.units::text, 'methods', request.method_ids, 'note', request.note,
    'status', request.status, 'askedAt', request.asked_at, 'changedAt', request.changed_at, 'closedWhy', request.closed_why,
    'quotes', (
      select coalesce(jsonb_agg(jsonb_build_object('price', quote.price::text, 'units', quote.units::text, 'status', quote.status,
        'expiresAt', quote.expires_at) order by quote.id), '[]')
      from otc_quotes quote
      where quote.request_id = request.id and quote.expires_at is not null))::text
  from otc_requests request
  where request.user_id = person and request.id > after
  order by request.id
  limit most
$$;
revoke all on function own_data_otc_requests(bigint,bigint,integer) from public;

create or replace function own_data_otc_quotes(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select quote.id, jsonb_build_object('otcQuote', quote.hash, 'method', quote.method_id, 'price', quote.price::text,
    'units', quote.units::text, 'minutes', quote.minutes, 'status', quote.status, 'terms', quote.terms,
    'instructions', quote.details, 'askedAt', quote.made_at, 'expiresAt', quote.expires_at, 'endedAt', quote.ended_at)::text
  from otc_quotes quote
  where quote.trader_id = person and quote.id > after
  order by quote.id
  limit most
$$;
revoke all on function own_data_otc_quotes(bigint,bigint,integer) from public;

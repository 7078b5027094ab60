create or replace function own_data_conversions(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select quote.id, jsonb_build_object('from', quote.from_currency, 'fromUnits', quote.from_units::text,
    'to', quote.to_currency, 'toUnits', quote.to_units::text, 'at', conversion.created_at)::text
  from conversions conversion
  join conversion_quotes quote on quote.id = conversion.quote_id
  where conversion.user_id = person and quote.id > after
  order by quote.id
  limit most
$$;
revoke all on function own_data_conversions(bigint,bigint,integer) from public;

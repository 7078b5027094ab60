create or replace function own_data_saved_searches(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select search.id, jsonb_build_object('savedSearch', search.name, 'address', search.address, 'hasAlert', search.has_alert,
    'savedAt', search.created_at, 'lastAlertAt', search.alerted_at, 'alerts', (
      select coalesce(jsonb_agg(jsonb_build_object('offer', offer.hash, 'at', alert.at) order by alert.at), '[]')
      from saved_search_alerts alert
      join offers offer on offer.id = alert.offer_id
      where alert.search_id = search.id))::text
  from saved_searches search
  where search.user_id = person and search.id > after
  order by search.id
  limit most
$$;
revoke all on function own_data_saved_searches(bigint,bigint,integer) from public;

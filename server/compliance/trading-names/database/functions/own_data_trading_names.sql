-- Every name that the company asked for, with its status.
create or replace function own_data_trading_names(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select one.id, jsonb_build_object('tradingName', one.name, 'status', one.status, 'askedAt', one.asked_at,
    'approvedAt', one.approved_at, 'endedAt', one.ended_at, 'reason', one.reason)::text
  from trading_names one
  where one.user_id = person and one.id > after
  order by one.id
  limit most
$$;
revoke all on function own_data_trading_names(bigint,bigint,integer) from public;

create or replace function own_data_referrals(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select came.user_id, jsonb_build_object('referredBy', referrer.username, 'code', came.code, 'at', came.at, 'endsAt', came.ends_at,
    'refused', came.refused)::text
  from referrals came
  left join users referrer on referrer.id = came.tier1
  where came.user_id = person and came.user_id > after
  limit most
$$;
revoke all on function own_data_referrals(bigint,bigint,integer) from public;

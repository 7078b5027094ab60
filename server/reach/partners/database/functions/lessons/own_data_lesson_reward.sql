create or replace function own_data_lesson_reward(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select paid.user_id, jsonb_build_object('lesson', paid.lesson, 'coin', 'USDT', 'units', paid.units::text, 'claim', paid.hash, 'at', paid.at)::text
  from lesson_rewards paid
  where paid.user_id = person and paid.user_id > after
  limit most
$$;
revoke all on function own_data_lesson_reward(bigint,bigint,integer) from public;

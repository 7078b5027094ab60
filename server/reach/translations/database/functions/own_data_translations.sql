create or replace function own_data_translations(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select 1::bigint, jsonb_build_object('translationAcceptedAt', accepted.accepted_at)::text
  from translation_acceptances accepted
  where accepted.user_id = person and after < 1
  limit most
$$;
revoke all on function own_data_translations(bigint,bigint,integer) from public;

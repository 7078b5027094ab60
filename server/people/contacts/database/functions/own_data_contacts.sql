create or replace function own_data_contacts(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select relation.other_id, jsonb_build_object('username', other.username, 'trusted', relation.is_trusted,
    'blocked', relation.is_blocked, 'changedAt', relation.changed_at)::text
  from user_relations relation
  join users other on other.id = relation.other_id
  where relation.user_id = person and relation.other_id > after
  order by relation.other_id
  limit most
$$;
revoke all on function own_data_contacts(bigint,bigint,integer) from public;

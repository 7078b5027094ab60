-- What staff gave, and each change of what was shown.
create or replace function own_data_badges(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select made.key, made.line::text
  from (
    select 1::bigint as key, jsonb_build_object('given', gift.badge, 'at', gift.given_at) as line
    from given_badges gift
    where gift.user_id = person
    union all
    select change.id + 1, jsonb_build_object('before', change.before, 'badge', change.badge, 'why', change.why, 'has', change.has,
      'needs', change.needs, 'at', change.at)
    from badge_changes change
    where change.user_id = person
  ) as made
  where made.key > own_data_badges.after
  order by made.key
  limit most
$$;
revoke all on function own_data_badges(bigint,bigint,integer) from public;

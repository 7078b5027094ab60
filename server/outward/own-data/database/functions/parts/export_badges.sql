-- What staff gave, and each change of what was shown, as lines of JSON for an archive that is being made.
create or replace function export_badges(export_id bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  with person as (
    select waiting.user_id
    from data_exports waiting
    where waiting.id = export_badges.export_id and waiting.made_at is null
  )
  select made.key, made.line::text
  from (
    select 1::bigint as key, jsonb_build_object('given', gift.badge, 'at', gift.given_at) as line
    from person
    join given_badges gift on gift.user_id = person.user_id
    union all
    select change.id + 1, jsonb_build_object('before', change.before, 'badge', change.badge, 'why', change.why, 'has', change.has,
      'needs', change.needs, 'at', change.at)
    from person
    join badge_changes change on change.user_id = person.user_id
  ) as made
  where made.key > export_badges.after
  order by made.key
  limit export_badges.most
$$;
revoke all on function export_badges(bigint,bigint,integer) from public;
grant execute on function export_badges(bigint,bigint,integer) to parley_worker;

-- Counts trusted and blocked users, for both sides.
create or replace function count_relations() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into user_reputation (user_id)
  select distinct person
  from added
  cross join lateral (values (added.user_id), (added.other_id)) as side (person)
  order by person
  on conflict do nothing;
  update user_reputation
  set trusted_count = trusted_count + sums.trusted, blocked_count = blocked_count + sums.blocked,
      blocks_others_count = blocks_others_count + sums.blocks
  from (
    select side.person, sum(side.trusted) as trusted, sum(side.blocked) as blocked, sum(side.blocks) as blocks
    from added
    join removed on removed.user_id = added.user_id and removed.other_id = added.other_id
    cross join lateral (values
      (added.other_id, added.is_trusted::int - removed.is_trusted::int, added.is_blocked::int - removed.is_blocked::int, 0),
      (added.user_id, 0, 0, added.is_blocked::int - removed.is_blocked::int)
    ) as side (person, trusted, blocked, blocks)
    group by side.person
  ) as sums
  where user_reputation.user_id = sums.person;
  return null;
end $$;
revoke all on function count_relations() from public;

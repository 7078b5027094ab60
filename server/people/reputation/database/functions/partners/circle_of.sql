-- Where somebody signed in last stands for them: who comes from the same network counts as one. Whoever comes from an unknown address,
-- all of them together, is one too; an address that was erased when its account closed would make partners of whom nobody knows.
create or replace function circle_of(user_id bigint) returns SETOF text
language sql stable as $$
  select coalesce(network_at(regexp_replace(newest.ip, '^::ffff:(?=[0-9]+[.])', '', 'i')), 'unknown')
  from (values (circle_of.user_id)) as person (id)
  left join lateral (
    select session.ip
    from sessions session
    where session.user_id = person.id
    order by session.id desc
    limit 1
  ) as newest on true
$$;
revoke all on function circle_of(bigint) from public;

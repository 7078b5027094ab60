-- The network of a user's last sign-in: users of one network count as one, and so do all users of an unknown address together.
-- An address that was erased when its account closed would make partners of unrelated users.
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

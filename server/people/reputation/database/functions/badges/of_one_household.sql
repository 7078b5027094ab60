-- By a network that both signed in from last, or a browser that both were signed in with.
create or replace function of_one_household(one bigint, other bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
      select from circle_of(one) as mine (circle) join circle_of(other) as theirs (circle) on theirs.circle = mine.circle
      where mine.circle <> 'unknown')
    or exists (
      select
      from known_devices mine
      join known_devices theirs on theirs.device_hash = mine.device_hash
      where mine.user_id = one and theirs.user_id = other)
$$;
revoke all on function of_one_household(bigint,bigint) from public;

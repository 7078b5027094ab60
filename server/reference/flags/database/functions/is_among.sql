-- Whether a user is in the `percent` of users for whom a flag is on. A user has a fixed place from 0 to 99 for each
-- flag, and the places of different flags are independent.
create or replace function is_among(flag text, person bigint, percent integer) returns boolean
language sql immutable parallel safe as $$
  select case percent
    when 0 then false
    when 100 then true
    else ('x' || encode(substr(sha256(convert_to(flag || ':' || person, 'UTF8')), 1, 4), 'hex'))::bit(32)::bigint % 100 < percent
  end
$$;
revoke all on function is_among(text,bigint,integer) from public;

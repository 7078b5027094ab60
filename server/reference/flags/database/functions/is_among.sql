-- Whether somebody belongs to the part of all people, `percent` of a hundred, for whom a flag is on. The same person is always at the same
-- place of a hundred, and at another one for another flag.
create or replace function is_among(flag text, person bigint, percent integer) returns boolean
language sql immutable parallel safe as $$
  select case percent
    when 0 then false
    when 100 then true
    else ('x' || encode(substr(sha256(convert_to(flag || ':' || person, 'UTF8')), 1, 4), 'hex'))::bit(32)::bigint % 100 < percent
  end
$$;
revoke all on function is_among(text,bigint,integer) from public;

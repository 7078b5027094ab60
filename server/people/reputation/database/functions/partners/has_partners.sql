-- Whether a user's trades of the window, of the newest two hundred, went well beside so many circles, their own aside. Looks no
-- further than that, and returns no count: the number would reveal where users sign in.
create or replace function has_partners(user_id bigint, since timestamp with time zone, needs integer) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
declare
  own   text := (select circle from circle_of(has_partners.user_id) as circle);
  seen  text[] := '{}';
  other text;
begin
  if needs <= 0 then
    return true;
  end if;
  for other in
    select circle.name
    from (
      select newest.partner_id
      from (
        select counted.partner_id, counted.is_successful, counted.at
        from reputation_trades counted
        where counted.user_id = has_partners.user_id and counted.role in ('buyer', 'seller')
        order by counted.at desc
        limit 200
      ) as newest
      where newest.is_successful and newest.at > has_partners.since
      group by newest.partner_id
    ) as partner
    cross join lateral circle_of(partner.partner_id) as circle (name)
  loop
    continue when (other = own and own <> 'unknown') or other = any (seen);
    seen := seen || other;
    if cardinality(seen) >= needs then
      return true;
    end if;
  end loop;
  return false;
end $$;
revoke all on function has_partners(bigint,timestamp with time zone,integer) from public;

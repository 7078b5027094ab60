-- What each of them needs and holds, in cents of a dollar.
create or replace function bond_standings(user_ids bigint[], at timestamp with time zone) returns TABLE(user_id bigint, behaviour text, needed_cents bigint, held_cents bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select person.id, judged.behaviour,
         case judged.behaviour when 'waived' then 0
           else 100 * (setting_value('bonds.usd') ->> judged.behaviour)::bigint end,
         coalesce((select sum(held.usd_cents) from bond_holdings(array[person.id]) held), 0)::bigint
  from users person
  cross join lateral (select bond_behaviour(person.id, bond_standings.at) as behaviour) as judged
  where person.id = any (bond_standings.user_ids)
$$;
revoke all on function bond_standings(bigint[],timestamp with time zone) from public;
grant execute on function bond_standings(bigint[],timestamp with time zone) to parley_web, parley_worker;

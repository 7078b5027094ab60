-- Makes the next ones due; how many. Zero where nobody is left.
create or replace function sweep_badges(OUT many integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  reached bigint;
  people  bigint[];
begin
  select sweep.upto into reached from badge_sweeps sweep for update;
  people := array(
    select known.user_id from reputation_totals known where known.user_id > reached order by known.user_id limit 500);
  many := cardinality(people);
  if many = 0 then
    delete from badge_sweeps where reached is not null;
    return;
  end if;
  insert into badge_dues as due (user_id, due_at)
  select one.user_id, market_now() from unnest(people) as one (user_id) order by one.user_id
  on conflict on constraint badge_dues_pkey do update
  set due_at = least(due.due_at, excluded.due_at);
  update badge_sweeps set upto = people[many];
end $$;
revoke all on function sweep_badges() from public;
grant execute on function sweep_badges() to parley_worker;

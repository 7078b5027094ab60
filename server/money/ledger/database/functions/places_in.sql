-- The position of each wanted name among the names, from 1; null where it is not among them.
create or replace function places_in(names text[], wanted text[]) returns integer[]
language plpgsql immutable set search_path = public, pg_temp set enable_hashjoin = 'on' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return array(
    select known.place
    from unnest(wanted) with ordinality as one (name, ordinal)
    left join unnest(names) with ordinality as known (name, place) on known.name = one.name
    order by one.ordinal);
end $$;
revoke all on function places_in(text[],text[]) from public;

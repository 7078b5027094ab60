-- The active halt that stops each step of escrow: 'halted:<name>', or null. A split pays a buyer, as a release does.
create or replace function escrow_halts(currencies text[], steps text[]) returns text[]
language plpgsql stable set search_path = public, pg_temp as $$
declare
  standing constant text[] := array(select name from halts);
begin
  if cardinality(standing) = 0 then return array_fill(null::text, array[cardinality(steps)]); end if;
  return array(
    select 'halted:' || (
      select min(halt)
      from unnest(standing) as halt
      where one.step is not null and (
        halt in ('ledger', case when one.step = 'lock' then 'new_trades' when one.step in ('release', 'split') then 'releases' end)
        or (halt = 'coin_' || one.currency and one.step <> 'return')))
    from unnest(currencies, steps) with ordinality as one (currency, step, place)
    order by one.place);
end $$;
revoke all on function escrow_halts(text[],text[]) from public;

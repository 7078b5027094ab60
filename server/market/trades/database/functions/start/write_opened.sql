-- Writes the trades that begin: those whose coins are locked, and those whose seller has so many minutes to fund them.
create or replace function write_opened(rows trades[], locked bigint[], unfunded bigint[], fund_minutes integer, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  insert into trades overriding system value
  select trade.*
  from unnest(rows) as trade
  where trade.id = any (locked);
  if cardinality(unfunded) > 0 then
    insert into trades overriding system value
    select begun.*
    from unnest(rows) as trade
    cross join lateral jsonb_populate_record(trade, jsonb_build_object(
      'status', 'not_funded', 'funded_at', null, 'expires_at', at + make_interval(mins => fund_minutes))) as begun
    where trade.id = any (unfunded);
  end if;
end $$;
revoke all on function write_opened(trades[],bigint[],bigint[],integer,timestamp with time zone) from public;

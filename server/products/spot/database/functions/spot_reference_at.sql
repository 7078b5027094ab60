-- The last reference price among these commands; null where there is none.
create or replace function spot_reference_at(market text, from_seq bigint, to_seq bigint) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select command.ticks
  from spot_commands command
  where command.market = spot_reference_at.market and command.seq between from_seq and to_seq and command.kind = 'reference'
  order by command.seq desc
  limit 1
$$;
revoke all on function spot_reference_at(text,bigint,bigint) from public;

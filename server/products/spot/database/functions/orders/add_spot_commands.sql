-- Gives these commands the next numbers of their market, in order, and returns the first. Locks the market's row until the commit, so
-- no later number is seen before an earlier one. Market processes listen for `spot_commands`.
create or replace function add_spot_commands(market text, commands spot_commands[], at timestamp with time zone) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  first bigint;
begin
  if cardinality(commands) = 0 then return null; end if;
  update spot_markets known
  set next_seq = known.next_seq + cardinality(commands)
  where known.symbol = add_spot_commands.market
  returning known.next_seq - cardinality(commands) into first;
  insert into spot_commands (market, seq, kind, order_id, user_id, lots, ticks, status, at)
  select add_spot_commands.market, first + command.place - 1, command.kind, command.order_id, command.user_id, command.lots,
         command.ticks, command.status, add_spot_commands.at
  from unnest(commands) with ordinality as command (market, seq, kind, order_id, user_id, lots, ticks, status, at, place);
  perform ring('spot_commands', add_spot_commands.market);
  return first;
end $$;
revoke all on function add_spot_commands(text,spot_commands[],timestamp with time zone) from public;

-- Moves trades by their flows' rules, with their coins and their history, for any number of different trades at once. Each
-- element of `moves` says id, version (that was decided on), verb, actor, actor_id, the status that was decided and a note;
-- `minutes` of an extension, `reason` and `explanation` of a dispute, the buyer's `share` of an award that divides. What a
-- verb writes beside that is in its rule; by the table only what is awarded has a share, and the winner the larger one.
-- Outcomes by place, from 1, with the trade as it is now: moved; insufficient; halted:<name>; unproved where a release has no proof of its seller, or
-- what staff does none of theirs. Whatever contradicts the rules is an error, and nothing is written.
create or replace function move_trades(moves jsonb, at timestamp with time zone) returns TABLE(place integer, outcome text, trade trades)
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = 'off' set plan_cache_mode = 'force_generic_plan' set enable_hashjoin = 'off' set enable_mergejoin = 'off' as $$
#variable_conflict use_column
declare
  count_of constant int := jsonb_array_length(moves);
  -- By place.
  ids      bigint[];
  actors   bigint[];
  rounds   int[];
  coins    text[];
  amounts  bigint[];
  fees     bigint[];
  buyers   bigint[];
  sellers  bigint[];
  cents    bigint[];
  steps    text[];
  shares   bigint[];
  takers    bigint[];
  cashbacks bigint[];
  wanted   text[];
  outcomes text[];
  posted   text[];
begin
  perform assert_now(at);
  if count_of = 0 then return; end if;
  select locked.*
  into ids, actors, rounds, coins, amounts, fees, buyers, sellers, cents, steps, shares, takers, cashbacks, wanted
  from lock_moves(moves, at) as locked;

  outcomes := escrow_halts(coins, steps);
  outcomes := prove_moves(wanted, actors, cents, outcomes);
  steps := array(select case when outcomes[number] is null then steps[number] end from generate_series(1, count_of) as number order by number);

  posted := post_escrow(ids, rounds, coins, amounts, fees, buyers, sellers, steps, at, shares, takers, cashbacks);
  for number in 1 .. count_of loop
    if posted[number] = 'duplicate' then
      raise exception 'the coins of trade % went this way before', ids[number] using errcode = 'unique_violation';
    end if;
    outcomes[number] := coalesce(outcomes[number], nullif(posted[number], 'posted'), 'moved');
  end loop;

  perform write_moves(moves, outcomes, at);
  insert into trade_transitions (trade_id, verb, actor, actor_id, status, note, at)
  select move.id, move.verb, move.actor, move.actor_id, move.status, move.note, move_trades.at
  from rows from (jsonb_to_recordset(moves) as (
    id bigint, verb text, actor text, actor_id bigint, status text, note text
  )) with ordinality as move (id, verb, actor, actor_id, status, note, place)
  where outcomes[move.place] = 'moved'
  order by move.place;
  return query
    select number, outcomes[number], moved
    from generate_series(1, count_of) as number
    join trades moved on moved.id = ids[number];
end $$;
revoke all on function move_trades(jsonb,timestamp with time zone) from public;
grant execute on function move_trades(jsonb,timestamp with time zone) to parley_web, parley_worker;

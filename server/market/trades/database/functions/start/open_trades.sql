-- Opens trades on offers and locks the sellers' coins, for any number at once. `made` are whole rows of trades as they
-- begin, funded. Outcomes by place, from 1: locked; unfunded where a seller who took the offer is short, who may fund
-- within so many minutes; insufficient where the owner is short, and nothing is written; changed where fee or cashback
-- are others by now; halted:<name>.
create or replace function open_trades(made jsonb, fund_minutes integer, at timestamp with time zone) returns TABLE(place integer, outcome text)
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = 'off' set plan_cache_mode = 'force_generic_plan' set enable_hashjoin = 'off' set enable_mergejoin = 'off' as $$
#variable_conflict use_column
declare
  rows     trades[];
  ids      bigint[];
  rounds   int[];
  coins    text[];
  amounts  bigint[];
  fees     bigint[];
  buyers   bigint[];
  sellers  bigint[];
  starters bigint[];
  steps    text[];
  outcomes text[];
  posted   text[];
  others   boolean[];
  locked   bigint[] := '{}';
  unfunded bigint[] := '{}';
begin
  perform assert_now(at);
  select array_agg(trade order by one.ordinality), array_agg(trade.id order by one.ordinality),
         array_agg(trade.round order by one.ordinality), array_agg(trade.crypto order by one.ordinality),
         array_agg(trade.units order by one.ordinality), array_agg(trade.fee_units order by one.ordinality),
         array_agg(trade.buyer_id order by one.ordinality), array_agg(trade.seller_id order by one.ordinality),
         array_agg(trade.starter_id order by one.ordinality)
  into rows, ids, rounds, coins, amounts, fees, buyers, sellers, starters
  from jsonb_array_elements(made) with ordinality as one (row, ordinality)
  cross join lateral jsonb_populate_record(null::trades, one.row) as trade;
  if rows is null then return; end if;

  perform assert_may_act_for(starters);
  perform assert_trades_of_offers(rows, at);
  perform assert_trades_begin(rows, at);

  steps := array_fill('lock'::text, array[cardinality(ids)]);
  outcomes := escrow_halts(coins, steps);
  others := have_other_terms(rows, at);
  for here in 1 .. cardinality(ids) loop
    if others[here] then outcomes[here] := coalesce(outcomes[here], 'changed'); end if;
    if outcomes[here] is not null then steps[here] := null; end if;
  end loop;
  posted := post_escrow(ids, rounds, coins, amounts, fees, buyers, sellers, steps, at);
  for here in 1 .. cardinality(ids) loop
    outcomes[here] := coalesce(outcomes[here], posted[here]);
    if outcomes[here] = 'duplicate' then raise exception 'this trade was opened before' using errcode = 'unique_violation'; end if;
    if outcomes[here] = 'posted' then
      outcomes[here] := 'locked';
      locked := locked || ids[here];
    elsif outcomes[here] = 'insufficient' and sellers[here] = starters[here] then
      outcomes[here] := 'unfunded';
      unfunded := unfunded || ids[here];
    end if;
  end loop;

  perform write_opened(rows, locked, unfunded, fund_minutes, at);
  insert into trade_transitions (trade_id, verb, actor, actor_id, status, at)
  select one.id, 'start', case one.starter when one.buyer then 'buyer' else 'seller' end, one.starter,
         case one.outcome when 'locked' then 'active_funded' else 'not_funded' end, open_trades.at
  from unnest(ids, starters, buyers, outcomes) with ordinality as one (id, starter, buyer, outcome, place)
  where one.outcome in ('locked', 'unfunded')
  order by one.place;
  return query select number, outcomes[number] from generate_series(1, cardinality(ids)) as number;
end $$;
revoke all on function open_trades(jsonb,integer,timestamp with time zone) from public;
grant execute on function open_trades(jsonb,integer,timestamp with time zone) to parley_web, parley_worker;

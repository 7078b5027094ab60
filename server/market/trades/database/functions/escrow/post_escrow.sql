-- Posts one step of escrow for each of these trades; null steps post nothing. Outcomes as post_each has them. The seller
-- locks amount and fee; a release pays the buyer and the operator; a return gives all back; a split pays the buyer's share and
-- its fee, and gives back the rest of both.
create or replace function post_escrow(trade_ids bigint[], rounds integer[], currencies text[], amounts bigint[], fees bigint[], buyers bigint[], sellers bigint[], steps text[], at timestamp with time zone, shares bigint[] DEFAULT NULL::bigint[], takers bigint[] DEFAULT NULL::bigint[], cashbacks bigint[] DEFAULT NULL::bigint[]) returns text[]
language plpgsql set search_path = public, pg_temp set enable_seqscan = 'off' set plan_cache_mode = 'force_generic_plan' as $$
declare
  outcomes text[] := array_fill(null::text, array[cardinality(steps)]);
  places   int[];
  posted   text[];
  kinds    text[];
  subjects text[];
  line_journals int[];
  from_names    text[];
  to_names      text[];
  line_units    bigint[];
  -- Places of those who get cashback.
  given         int[];
begin
  select array_agg(one.place), array_agg('trade_' || one.step), array_agg(one.trade_id || ':' || one.round)
  into places, kinds, subjects
  from unnest(trade_ids, rounds, steps) with ordinality as one (trade_id, round, step, place)
  where one.step is not null;
  if places is null then return outcomes; end if;

  select lines.*
  into line_journals, from_names, to_names, line_units
  from escrow_lines(trade_ids, currencies, amounts, fees, buyers, sellers, steps, shares) as lines;

  -- Of whatever goes to the buyer as a whole.
  if array_length(array_remove(cashbacks, null), 1) > 0 then
    select array_agg(one.place::int), kinds || array_agg('trade_cashback'::text), subjects || array_agg(one.subject),
      line_journals || array_agg((cardinality(places) + one.number)::int), from_names || array_agg('house:' || one.currency || ':fees'),
      to_names || array_agg(available_account(one.taker, one.currency)), line_units || array_agg(one.units)
    into given, kinds, subjects, line_journals, from_names, to_names, line_units
    from (
      select listed.*, listed.trade_id || ':' || listed.round as subject, row_number() over (order by listed.place) as number
      from unnest(trade_ids, rounds, currencies, steps, takers, cashbacks) with ordinality
        as listed (trade_id, round, currency, step, taker, units, place)
      where listed.step = 'release' and listed.units is not null
      order by listed.place
    ) as one;
  end if;
  posted := post_each(kinds, subjects, at, line_journals, from_names, to_names, line_units);
  for journal in 1 .. cardinality(places) loop
    outcomes[places[journal]] := posted[journal];
  end loop;
  for here in 1 .. coalesce(cardinality(given), 0) loop
    if outcomes[given[here]] is distinct from 'posted' or posted[cardinality(places) + here] <> 'posted' then
      raise exception 'no cashback of trade % without its release', trade_ids[given[here]] using errcode = 'check_violation';
    end if;
  end loop;
  return outcomes;
end $$;
revoke all on function post_escrow(bigint[],integer[],text[],bigint[],bigint[],bigint[],bigint[],text[],timestamp with time zone,bigint[],bigint[],bigint[]) from public;

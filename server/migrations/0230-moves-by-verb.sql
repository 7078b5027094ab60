-- What a move writes follows from its verb, so the database writes that itself: the processes say who does what to which
-- version of a trade, and no column any more. Trades travel through the functions as lists of the few facts that each step
-- needs; whole rows in arrays took half of their time. Owned by market/trades.

drop function move_trades(jsonb, timestamptz);
drop function assert_moves(jsonb, trades[], trades[], timestamptz);
drop function proof_subject(jsonb, trades);
drop function has_second(text, bigint, trades);
drop function post_escrow(trades[], text[], timestamptz);
drop function escrow_halts(trades[], text[]);

-- The names of accounts, as before: numbers made text by a cast, which never depends on anything, are written into the
-- statements that ask for them; the others were called for each row.
create or replace function escrow_account(trade_id bigint, currency text) returns text language sql immutable as $$
  select 'trade:' || trade_id::text || ':' || currency || ':escrow'
$$;
create or replace function available_account(user_id bigint, currency text) returns text language sql immutable as $$
  select 'user:' || user_id::text || ':' || currency || ':available'
$$;
create or replace function held_account(user_id bigint, currency text) returns text language sql immutable as $$
  select 'user:' || user_id::text || ':' || currency || ':held'
$$;

-- What stops each step of escrow, of the halts that stand: 'halted:<name>', or null.
create function escrow_halts(currencies text[], steps text[]) returns text[]
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
        halt in ('ledger', case one.step when 'lock' then 'new_trades' when 'release' then 'releases' end)
        or (halt = 'coin_' || one.currency and one.step <> 'return')))
    from unnest(currencies, steps) with ordinality as one (currency, step, place)
    order by one.place);
end $$;

-- Posts one step of escrow for each of these trades; null steps post nothing. Outcomes as post_each has them. The seller
-- locks amount and fee; a release pays the buyer and the operator; a return gives all back.
create function post_escrow(
  trade_ids bigint[], rounds int[], currencies text[], amounts bigint[], fees bigint[], buyers bigint[], sellers bigint[],
  steps text[], at timestamptz
) returns text[] language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
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
begin
  select array_agg(one.place), array_agg('trade_' || one.step), array_agg(one.trade_id || ':' || one.round)
  into places, kinds, subjects
  from unnest(trade_ids, rounds, steps) with ordinality as one (trade_id, round, step, place)
  where one.step is not null;
  if places is null then return outcomes; end if;

  -- The first part of each journal is what is locked, paid or given back; the second one the operator's fee of a release.
  select array_agg(line.journal), array_agg(line.from_name), array_agg(line.to_name), array_agg(line.units)
  into line_journals, from_names, to_names, line_units
  from (
    select one.journal,
      case one.step when 'lock' then available_account(one.seller, one.currency) else escrow_account(one.id, one.currency) end
        as from_name,
      case
        when part.number = 2 then 'house:' || one.currency || ':fees'
        when one.step = 'lock' then escrow_account(one.id, one.currency)
        when one.step = 'release' then available_account(one.buyer, one.currency)
        else available_account(one.seller, one.currency)
      end as to_name,
      case when part.number = 2 then one.fee when one.step = 'release' then one.amount else one.amount + one.fee end as units
    from (
      select row_number() over (order by listed.place) as journal, listed.*
      from unnest(trade_ids, currencies, amounts, fees, buyers, sellers, steps) with ordinality
        as listed (id, currency, amount, fee, buyer, seller, step, place)
      where listed.step is not null
    ) as one
    join generate_series(1, 2) as part (number) on part.number = 1 or (one.step = 'release' and one.fee > 0)
    order by one.journal, part.number
  ) as line;

  posted := post_each(kinds, subjects, at, line_journals, from_names, to_names, line_units);
  for journal in 1 .. cardinality(places) loop
    outcomes[places[journal]] := posted[journal];
  end loop;
  return outcomes;
end $$;

-- Opens trades on offers and locks the sellers' coins, for any number at once. `made` are whole rows of trades as they
-- begin, funded. Outcomes by place, from 1: locked; unfunded where a seller who took the offer is short, who may fund
-- within so many minutes; insufficient where the owner is short, and nothing is written; halted:<name>.
create or replace function open_trades(made jsonb, fund_minutes int, at timestamptz)
returns table (place int, outcome text) language plpgsql security definer
set search_path = public, pg_temp set enable_seqscan = off as $$
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
  if exists (
    select
    from unnest(rows) as trade
    left join offers offer on offer.hash = trade.offer_hash
    where (
      offer.active and trade.owner_id = offer.owner_id and trade.starter_id <> offer.owner_id
      and trade.offer_type = offer.side and trade.crypto = offer.crypto and trade.fiat_code = offer.fiat
      and trade.payment_method_id = offer.method_id and trade.flow_type = offer.flow_type
      and trade.window_minutes = offer.payment_window_min
      and trade.fiat_units between offer.min_units and offer.max_units
      and trade.seller_id = case offer.side when 'sell' then offer.owner_id else trade.starter_id end
      and trade.buyer_id = case offer.side when 'sell' then trade.starter_id else offer.owner_id end
      and trade.fee_units = ceil(trade.units::numeric * offer.fee_bp / 10000)
    ) is not true
  ) then
    raise exception 'this is no trade of its offer' using errcode = 'check_violation';
  end if;
  if exists (
    select
    from unnest(rows) as trade
    where (
      trade.status = 'active_funded' and trade.version = 1 and trade.round = 1 and trade.started_at = open_trades.at
      and trade.funded_at = open_trades.at
      and trade.expires_at = open_trades.at + make_interval(mins => trade.window_minutes)
      and not trade.was_ever_paid and not trade.is_reopened and trade.extended_times = 0
    ) is not true
    or num_nonnulls(trade.details_revealed_at, trade.owner_responded_at, trade.paid_at, trade.released_at, trade.ended_at,
         trade.reopen_asked_at, trade.dispute_opened_at, trade.dispute_opened_by, trade.dispute_reason, trade.dispute_text,
         trade.buyer_feedback_at, trade.seller_feedback_at) > 0
  ) then
    raise exception 'this is not how a trade begins' using errcode = 'check_violation';
  end if;

  steps := array_fill('lock'::text, array[cardinality(ids)]);
  outcomes := escrow_halts(coins, steps);
  for here in 1 .. cardinality(ids) loop
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
  insert into trade_transitions (trade_id, verb, actor, actor_id, status, at)
  select one.id, 'start', case one.starter when one.buyer then 'buyer' else 'seller' end, one.starter,
         case one.outcome when 'locked' then 'active_funded' else 'not_funded' end, open_trades.at
  from unnest(ids, starters, buyers, outcomes) with ordinality as one (id, starter, buyer, outcome, place)
  where one.outcome in ('locked', 'unfunded')
  order by one.place;
  return query select number, outcomes[number] from generate_series(1, cardinality(ids)) as number;
end $$;

-- What has to be proved for a move: a release by its seller, the cancel of a trade that its buyer has called paid by that
-- buyer (and so by nobody else), an award or a reopening by the moderator. Null for the others.
create function proof_subject(verb text, actor text, trade_id bigint, round int, was_ever_paid boolean) returns text
language sql immutable as $$
  select case
    when verb = 'release' then 'trade_release:' || trade_id::text || ':' || round::text
    when verb = 'cancel' and was_ever_paid then 'trade_cancel:' || trade_id::text || ':' || round::text
    when verb in ('award_buyer', 'award_seller') then
      'staff_award:' || trade_id::text || ':' || round::text || ':' || substr(verb, 7)
    when verb = 'reopen' and actor = 'moderator' then 'staff_reopen:' || trade_id::text || ':' || round::text
  end
$$;

-- Above a thousand dollars an award takes two of the staff: somebody else has proved the same before.
create function has_second(subject text, actor_id bigint, usd_cents bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select subject not like 'staff_award:%' or usd_cents <= 100000 or exists (
    select
    from proofs proof
    join user_roles granted on granted.user_id = proof.user_id
    where proof.subject = has_second.subject and proof.user_id <> has_second.actor_id
  )
$$;

-- Moves trades by their flows' rules, with their coins and their history, for any number of different trades at once. Each
-- element of `moves` says id, version (that was decided on), verb, actor, actor_id, the status that was decided and a note;
-- `minutes` of an extension, `reason` and `explanation` of a dispute. What a verb writes beside that follows from it.
-- Outcomes by place, from 1: moved; insufficient; halted:<name>; unproved where a release has no proof of its seller, or
-- what staff does none of theirs. Whatever contradicts the rules is an error, and nothing is written.
create function move_trades(moves jsonb, at timestamptz)
returns table (place int, outcome text) language plpgsql security definer
set search_path = public, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare
  count_of constant int := jsonb_array_length(moves);
  -- By place.
  asked_ids bigint[];
  asked_by  bigint[];
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
  wanted   text[];
  outcomes text[];
  posted   text[];
  proved   text[];
  strange  bigint;
  wrong    bigint;
begin
  perform assert_now(at);
  if count_of = 0 then return; end if;
  select array_agg(move.id), array_agg(move.actor_id) filter (where move.actor <> 'clock')
  into asked_ids, asked_by
  from jsonb_to_recordset(moves) as move (id bigint, actor text, actor_id bigint);
  perform assert_may_act_for(asked_by);
  -- In id order, as everybody locks them.
  perform 1
  from trades trade
  where trade.id = any (asked_ids)
  order by trade.id
  for update;
  select array_agg(trade.id order by move.place), array_agg(move.actor_id order by move.place),
         array_agg(trade.round + (move.verb = 'reopen')::int order by move.place), array_agg(trade.crypto order by move.place),
         array_agg(trade.units order by move.place), array_agg(trade.fee_units order by move.place),
         array_agg(trade.buyer_id order by move.place), array_agg(trade.seller_id order by move.place),
         array_agg(trade.usd_cents order by move.place), array_agg(rule.escrow order by move.place),
         array_agg(proof_subject(move.verb, move.actor, trade.id, trade.round, trade.was_ever_paid) order by move.place),
         min(trade.id) filter (where (case move.actor
           when 'buyer' then move.actor_id = trade.buyer_id
           when 'seller' then move.actor_id = trade.seller_id
           when 'clock' then move.actor_id is null and trade.expires_at <= at
           when 'moderator' then move.actor_id not in (trade.buyer_id, trade.seller_id)
             and exists (select from user_roles granted where granted.user_id = move.actor_id)
         end) is not true),
         min(trade.id) filter (where (case move.verb when 'extend' then move.minutes between 15 and 60 else true end) is not true)
  into ids, actors, rounds, coins, amounts, fees, buyers, sellers, cents, steps, wanted, strange, wrong
  from rows from (jsonb_to_recordset(moves) as (
    id bigint, version int, verb text, actor text, actor_id bigint, status text, minutes int
  )) with ordinality as move (id, version, verb, actor, actor_id, status, minutes, place)
  join trades trade on trade.id = move.id and trade.version = move.version
  join trade_rules rule
    on rule.flow_type = trade.flow_type and rule.verb = move.verb and rule.actor = move.actor
    and rule.from_status = trade.status and rule.to_status = move.status;
  if cardinality(ids) is distinct from count_of
     or (select count(distinct one) from unnest(ids) as one) <> count_of then
    raise exception 'a trade is not as it was decided on, or no rule of its flow allows this' using errcode = 'check_violation';
  end if;
  if strange is not null then
    raise exception 'who moves trade % is somebody else', strange using errcode = 'insufficient_privilege';
  end if;
  if wrong is not null then
    raise exception 'trade % is extended by a quarter of an hour to an hour', wrong using errcode = 'check_violation';
  end if;

  outcomes := escrow_halts(coins, steps);
  -- A release is the seller's own, what staff does the moderator's, each proved for this trade and round.
  proved := array(
    select spend_proofs(array_agg(one.subject), array_agg(one.actor_id))
    from unnest(wanted, actors, outcomes) as one (subject, actor_id, outcome)
    where one.subject is not null and one.outcome is null);
  for number in 1 .. count_of loop
    if outcomes[number] is null and wanted[number] is not null and (
      wanted[number] = any (proved) and has_second(wanted[number], actors[number], cents[number])
    ) is not true then
      outcomes[number] := 'unproved';
    end if;
    if outcomes[number] is not null then steps[number] := null; end if;
  end loop;

  posted := post_escrow(ids, rounds, coins, amounts, fees, buyers, sellers, steps, at);
  for number in 1 .. count_of loop
    if posted[number] = 'duplicate' then
      raise exception 'the coins of trade % went this way before', ids[number] using errcode = 'unique_violation';
    end if;
    outcomes[number] := coalesce(outcomes[number], nullif(posted[number], 'posted'), 'moved');
  end loop;

  update trades trade
  set status = move.status,
      version = trade.version + 1,
      round = trade.round + (move.verb = 'reopen')::int,
      was_ever_paid = trade.was_ever_paid or move.verb = 'mark_paid',
      is_reopened = trade.is_reopened or move.verb = 'reopen',
      extended_times = trade.extended_times + (move.verb = 'extend')::int,
      funded_at = case when move.verb in ('fund', 'reopen') then at else trade.funded_at end,
      details_revealed_at = case move.verb when 'reveal_details' then at else trade.details_revealed_at end,
      paid_at = case move.verb when 'mark_paid' then at when 'reopen' then null else trade.paid_at end,
      released_at = case when move.verb in ('release', 'award_buyer') then at else trade.released_at end,
      reopen_asked_at = case move.verb when 'ask_reopen' then at else trade.reopen_asked_at end,
      dispute_opened_at = case move.verb when 'open_dispute' then at else trade.dispute_opened_at end,
      dispute_opened_by = case move.verb when 'open_dispute' then move.actor else trade.dispute_opened_by end,
      dispute_reason = case move.verb when 'open_dispute' then move.reason else trade.dispute_reason end,
      dispute_text = case move.verb when 'open_dispute' then move.explanation else trade.dispute_text end,
      owner_responded_at = coalesce(trade.owner_responded_at, case when move.actor_id = trade.owner_id then at end),
      expires_at = case
        when move.status not in ('active_funded', 'not_funded') then null
        when move.verb in ('fund', 'reopen') then at + make_interval(mins => trade.window_minutes)
        when move.verb = 'extend' then trade.expires_at + make_interval(mins => move.minutes)
        else trade.expires_at
      end,
      ended_at = case
        when move.verb = 'reopen' then null
        when trade.ended_at is null and move.status not in ('active_funded', 'not_funded', 'paid', 'dispute_open') then at
        else trade.ended_at
      end
  from rows from (jsonb_to_recordset(moves) as (
    id bigint, verb text, actor text, actor_id bigint, status text, minutes int, reason text, explanation text
  )) with ordinality as move (id, verb, actor, actor_id, status, minutes, reason, explanation, place)
  where trade.id = move.id and outcomes[move.place] = 'moved';
  insert into trade_transitions (trade_id, verb, actor, actor_id, status, note, at)
  select move.id, move.verb, move.actor, move.actor_id, move.status, move.note, move_trades.at
  from rows from (jsonb_to_recordset(moves) as (
    id bigint, verb text, actor text, actor_id bigint, status text, note text
  )) with ordinality as move (id, verb, actor, actor_id, status, note, place)
  where outcomes[move.place] = 'moved'
  order by move.place;
  return query select number, outcomes[number] from generate_series(1, count_of) as number;
end $$;

revoke all on function
  move_trades(jsonb, timestamptz), proof_subject(text, text, bigint, int, boolean), has_second(text, bigint, bigint),
  escrow_halts(text[], text[]), post_escrow(bigint[], int[], text[], bigint[], bigint[], bigint[], bigint[], text[], timestamptz)
from public;
grant execute on function move_trades(jsonb, timestamptz) to parley_web, parley_worker;

-- What these functions read is found by keys, however many a list has: a plan that is made once serves every call.
alter function move_trades(jsonb, timestamptz) set plan_cache_mode = force_generic_plan;
-- Made while there were few trades, the plan would go through all of them to join them.
alter function move_trades(jsonb, timestamptz) set enable_hashjoin = off;
alter function move_trades(jsonb, timestamptz) set enable_mergejoin = off;
alter function open_trades(jsonb, int, timestamptz) set plan_cache_mode = force_generic_plan;
alter function post_escrow(bigint[], int[], text[], bigint[], bigint[], bigint[], bigint[], text[], timestamptz)
  set plan_cache_mode = force_generic_plan;
alter function post_each(text[], text[], timestamptz, int[], text[], text[], bigint[]) set plan_cache_mode = force_generic_plan;

-- Nobody but these functions writes trades and their history. Buyer and seller are owner and starter, by a constraint of the
-- table, and who makes a transition was compared with those or with the moderators: asking the table of users about each
-- again was a tenth of what a trade costs.
alter table trades drop constraint trades_buyer_id_fkey, drop constraint trades_seller_id_fkey;
alter table trade_transitions drop constraint trade_moves_trade_id_fkey, drop constraint trade_moves_actor_id_fkey;

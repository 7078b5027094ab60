-- Trades move, and their coins with them, by two functions: one that opens them, one that moves them. Each checks in the
-- database what makes it right: the offer, the parties, the flow's rules, the time, a release's proof, the halts. The
-- processes can write none of these columns themselves any more. Owned by market/trades.

-- More of what can be stopped: conversions, and everything that people do with one coin.
alter table halts drop constraint halts_name_check;
alter table halts add constraint halts_name_check check (name in (
  'money_out', 'bitcoin_out', 'ethereum_out', 'new_trades', 'releases', 'conversions', 'ledger',
  'coin_BTC', 'coin_ETH', 'coin_USDT'));

-- The transitions of every flow, as the flows' own files say them; a test compares. `escrow` is what happens to the coins.
create table trade_rules (
  flow_type   text not null,
  verb        text not null,
  actor       text not null check (actor in ('buyer', 'seller', 'moderator', 'clock')),
  from_status text not null,
  to_status   text not null,
  escrow      text check (escrow in ('lock', 'release', 'return')),
  primary key (flow_type, verb, actor, from_status)
);
insert into trade_rules (flow_type, verb, actor, from_status, to_status, escrow)
values
  ('default', 'fund', 'seller', 'not_funded', 'active_funded', 'lock'),
  ('default', 'reveal_details', 'buyer', 'active_funded', 'active_funded', null),
  ('default', 'mark_paid', 'buyer', 'active_funded', 'paid', null),
  ('default', 'release', 'seller', 'active_funded', 'released', 'release'),
  ('default', 'release', 'seller', 'paid', 'released', 'release'),
  ('default', 'release', 'seller', 'dispute_open', 'released', 'release'),
  ('default', 'cancel', 'buyer', 'active_funded', 'cancelled_buyer', 'return'),
  ('default', 'cancel', 'buyer', 'paid', 'cancelled_buyer', 'return'),
  ('default', 'cancel', 'buyer', 'dispute_open', 'cancelled_buyer', 'return'),
  ('default', 'cancel', 'buyer', 'not_funded', 'cancelled_buyer', null),
  ('default', 'cancel', 'seller', 'not_funded', 'cancelled_seller', null),
  ('default', 'cancel', 'seller', 'active_funded', 'cancelled_seller', 'return'),
  ('default', 'extend', 'seller', 'active_funded', 'active_funded', null),
  ('default', 'open_dispute', 'buyer', 'active_funded', 'dispute_open', null),
  ('default', 'open_dispute', 'buyer', 'paid', 'dispute_open', null),
  ('default', 'open_dispute', 'seller', 'active_funded', 'dispute_open', null),
  ('default', 'open_dispute', 'seller', 'paid', 'dispute_open', null),
  ('default', 'award_buyer', 'moderator', 'dispute_open', 'dispute_won_buyer', 'release'),
  ('default', 'award_seller', 'moderator', 'dispute_open', 'dispute_won_seller', 'return'),
  ('default', 'expire', 'clock', 'active_funded', 'expired', 'return'),
  ('default', 'expire', 'clock', 'not_funded', 'cancelled_system', null);
insert into trade_rules (flow_type, verb, actor, from_status, to_status, escrow)
select 'default', move.verb, move.actor, ended.status,
       case move.verb when 'reopen' then 'active_funded' else ended.status end,
       case move.verb when 'reopen' then 'lock' end
from (values ('ask_reopen', 'buyer'), ('reopen', 'seller'), ('reopen', 'moderator')) as move (verb, actor),
     (values ('expired'), ('cancelled_buyer'), ('cancelled_seller'), ('cancelled_system')) as ended (status);
grant select on trade_rules to parley_web, parley_worker, parley_chain;

create function escrow_account(trade_id bigint, currency text) returns text language sql immutable as $$
  select 'trade:' || trade_id || ':' || currency || ':escrow'
$$;
create function available_account(user_id bigint, currency text) returns text language sql immutable as $$
  select 'user:' || user_id || ':' || currency || ':available'
$$;
create function held_account(user_id bigint, currency text) returns text language sql immutable as $$
  select 'user:' || user_id || ':' || currency || ':held'
$$;

-- What stops each step of escrow, of the halts that stand: 'halted:<name>', or null.
create function escrow_halts(moved trades[], steps text[]) returns text[]
language sql stable set search_path = public, pg_temp as $$
  select array_agg('halted:' || (
    select min(halt.name)
    from halts halt
    where steps[number] is not null and (
      halt.name in ('ledger', case steps[number] when 'lock' then 'new_trades' when 'release' then 'releases' end)
      or (halt.name = 'coin_' || (moved[number]).crypto and steps[number] <> 'return'))
  ) order by number)
  from generate_series(1, cardinality(steps)) as number
$$;

-- Posts one step of escrow for each of these trades; null steps post nothing. Outcomes as post_each has them. The seller
-- locks amount and fee; a release pays the buyer and the operator; a return gives all back.
create function post_escrow(moved trades[], steps text[], at timestamptz) returns text[]
language plpgsql set search_path = public, pg_temp as $$
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
  select array_agg(number order by number), array_agg('trade_' || steps[number] order by number),
         array_agg((moved[number]).id || ':' || (moved[number]).round order by number)
  into places, kinds, subjects
  from generate_series(1, cardinality(steps)) as number
  where steps[number] is not null;
  if places is null then return outcomes; end if;

  select array_agg(line.journal order by line.journal, line.part), array_agg(line.from_name order by line.journal, line.part),
         array_agg(line.to_name order by line.journal, line.part), array_agg(line.units order by line.journal, line.part)
  into line_journals, from_names, to_names, line_units
  from (
    select one.journal, part.number as part, part.from_name, part.to_name, part.units
    from (
      select journal, steps[places[journal]] as step, trade.id, trade.crypto, trade.units, trade.fee_units,
             trade.buyer_id, trade.seller_id
      from generate_series(1, cardinality(places)) as journal
      cross join lateral unnest(moved[places[journal] : places[journal]]) as trade
    ) as one
    cross join lateral (values
      (1,
       case one.step when 'lock' then available_account(one.seller_id, one.crypto) else escrow_account(one.id, one.crypto) end,
       case one.step
         when 'lock' then escrow_account(one.id, one.crypto)
         when 'release' then available_account(one.buyer_id, one.crypto)
         else available_account(one.seller_id, one.crypto)
       end,
       case one.step when 'release' then one.units else one.units + one.fee_units end),
      (2, escrow_account(one.id, one.crypto), 'house:' || one.crypto || ':fees',
       case one.step when 'release' then one.fee_units else 0 end)
    ) as part (number, from_name, to_name, units)
    where part.units > 0
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
create function open_trades(made jsonb, fund_minutes int, at timestamptz)
returns table (place int, outcome text) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  rows     trades[];
  begun    trades[];
  steps    text[];
  posted   text[];
  outcomes text[];
begin
  perform assert_now(at);
  select array_agg(trade order by one.ordinality)
  into rows
  from jsonb_array_elements(made) with ordinality as one (row, ordinality)
  cross join lateral jsonb_populate_record(null::trades, one.row) as trade;
  if rows is null then return; end if;

  perform assert_may_act_for((select array_agg(trade.starter_id) from unnest(rows) as trade));
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

  steps := array_fill('lock'::text, array[cardinality(rows)]);
  outcomes := escrow_halts(rows, steps);
  for here in 1 .. cardinality(rows) loop
    if outcomes[here] is not null then steps[here] := null; end if;
  end loop;
  posted := post_escrow(rows, steps, at);
  for here in 1 .. cardinality(rows) loop
    outcomes[here] := coalesce(outcomes[here], posted[here]);
    if outcomes[here] = 'duplicate' then raise exception 'this trade was opened before' using errcode = 'unique_violation'; end if;
    if outcomes[here] = 'posted' then outcomes[here] := 'locked'; end if;
    if outcomes[here] = 'insufficient' and (rows[here]).seller_id = (rows[here]).starter_id then
      outcomes[here] := 'unfunded';
      rows[here].status := 'not_funded';
      rows[here].funded_at := null;
      rows[here].expires_at := at + make_interval(mins => fund_minutes);
    end if;
  end loop;

  select array_agg(rows[number] order by number)
  into begun
  from generate_series(1, cardinality(rows)) as number
  where outcomes[number] in ('locked', 'unfunded');
  insert into trades overriding system value
  select *
  from unnest(begun);
  insert into trade_transitions (trade_id, verb, actor, actor_id, status, at)
  select trade.id, 'start', case trade.starter_id when trade.buyer_id then 'buyer' else 'seller' end, trade.starter_id,
         trade.status, open_trades.at
  from unnest(begun) with ordinality as trade
  order by trade.ordinality;
  return query select number, outcomes[number] from generate_series(1, cardinality(rows)) as number;
end $$;

-- Whether these moves are what their verbs do: by whom, at what time, and to which columns. An error when not.
create function assert_moves(moves jsonb, before trades[], after trades[], at timestamptz) returns void
language plpgsql stable set search_path = public, pg_temp as $$
declare
  move   jsonb;
  old    trades;
  new    trades;
  verb   text;
  actor  text;
  actor_id bigint;
  begins boolean;
begin
  perform assert_may_act_for((
    select array_agg((one ->> 'actor_id')::bigint) from jsonb_array_elements(moves) as one where one ->> 'actor' <> 'clock'));
  for number in 1 .. cardinality(before) loop
    move := moves -> (number - 1);
    old := before[number];
    new := after[number];
    verb := move ->> 'verb';
    actor := move ->> 'actor';
    actor_id := (move ->> 'actor_id')::bigint;
    begins := verb in ('fund', 'reopen');
    if (case actor
      when 'buyer' then actor_id = old.buyer_id
      when 'seller' then actor_id = old.seller_id
      when 'clock' then actor_id is null and old.expires_at <= at
      when 'moderator' then actor_id not in (old.buyer_id, old.seller_id)
        and exists (select from user_roles granted where granted.user_id = actor_id)
    end) is not true then
      raise exception 'the % of trade % is somebody else', actor, old.id using errcode = 'insufficient_privilege';
    end if;
    if (
      new.round = old.round + (verb = 'reopen')::int
      and new.was_ever_paid = (old.was_ever_paid or verb = 'mark_paid')
      and new.is_reopened = (old.is_reopened or verb = 'reopen')
      and new.extended_times = old.extended_times + (verb = 'extend')::int
      and new.funded_at is not distinct from case when begins then at else old.funded_at end
      and new.details_revealed_at is not distinct from case verb when 'reveal_details' then at else old.details_revealed_at end
      and new.paid_at is not distinct from case verb when 'mark_paid' then at when 'reopen' then null else old.paid_at end
      and new.released_at is not distinct from
        case when verb in ('release', 'award_buyer') then at else old.released_at end
      and new.reopen_asked_at is not distinct from case verb when 'ask_reopen' then at else old.reopen_asked_at end
      and new.dispute_opened_at is not distinct from case verb when 'open_dispute' then at else old.dispute_opened_at end
      and new.dispute_opened_by is not distinct from case verb when 'open_dispute' then actor else old.dispute_opened_by end
      and (verb = 'open_dispute'
        or (new.dispute_reason, new.dispute_text) is not distinct from (old.dispute_reason, old.dispute_text))
      and new.owner_responded_at is not distinct from
        coalesce(old.owner_responded_at, case when actor_id = old.owner_id then at end)
      and case
        when new.status not in ('active_funded', 'not_funded') then new.expires_at is null
        when begins then new.expires_at = at + make_interval(mins => old.window_minutes)
        when verb = 'extend' then
          new.expires_at - date_trunc('milliseconds', old.expires_at) between interval '15 minutes' and interval '1 hour'
        else new.expires_at is not distinct from old.expires_at
      end
      and new.ended_at is not distinct from case
        when verb = 'reopen' then null
        when old.ended_at is null and new.status not in ('active_funded', 'not_funded', 'paid', 'dispute_open') then at
        else old.ended_at
      end
    ) is not true then
      raise exception 'this is not what % does to trade %', verb, old.id using errcode = 'check_violation';
    end if;
  end loop;
end $$;

-- What has to be proved for a move: a release by its seller, an award or a reopening by the moderator. Null for the others.
create function proof_subject(move jsonb, trade trades) returns text language sql immutable as $$
  select case
    when move ->> 'verb' = 'release' then 'trade_release:' || trade.id || ':' || trade.round
    when move ->> 'verb' in ('award_buyer', 'award_seller') then
      'staff_award:' || trade.id || ':' || trade.round || ':' || substr(move ->> 'verb', 7)
    when move ->> 'verb' = 'reopen' and move ->> 'actor' = 'moderator' then
      'staff_reopen:' || trade.id || ':' || trade.round
  end
$$;

-- Above a thousand dollars an award takes two of the staff: somebody else has proved the same before.
create function has_second(subject text, actor_id bigint, trade trades) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select subject not like 'staff_award:%' or trade.usd_cents <= 100000 or exists (
    select
    from proofs proof
    join user_roles granted on granted.user_id = proof.user_id
    where proof.subject = has_second.subject and proof.user_id <> has_second.actor_id
  )
$$;

-- Moves trades by their flows' rules, with their coins and their history, for any number of different trades at once. Each
-- element of `moves` names id, version (that was decided on), verb, actor, actor_id and note; `change` has the columns that
-- become other than they were. Outcomes by place, from 1: moved; insufficient; halted:<name>; unproved where a release has
-- no proof of its seller, or what staff does none of theirs. Whatever contradicts the rules is an error, and nothing is written.
create function move_trades(moves jsonb, at timestamptz)
returns table (place int, outcome text) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  count_of constant int := jsonb_array_length(moves);
  before   trades[];
  after    trades[];
  done     trades[];
  steps    text[];
  posted   text[];
  outcomes text[];
  wanted   text[];
  proved   text[];
begin
  perform assert_now(at);
  if count_of = 0 then return; end if;
  -- In id order, as everybody locks them.
  perform 1
  from trades trade
  where trade.id in (select (move ->> 'id')::bigint from jsonb_array_elements(moves) as move)
  order by trade.id
  for update;
  select array_agg(trade order by move.ordinality), array_agg(changed order by move.ordinality),
         array_agg(rule.escrow order by move.ordinality)
  into before, after, steps
  from jsonb_array_elements(moves) with ordinality as move (facts, ordinality)
  join trades trade on trade.id = (move.facts ->> 'id')::bigint and trade.version = (move.facts ->> 'version')::int
  join trade_rules rule
    on rule.flow_type = trade.flow_type and rule.verb = move.facts ->> 'verb' and rule.actor = move.facts ->> 'actor'
    and rule.from_status = trade.status and rule.to_status = move.facts -> 'change' ->> 'status'
  cross join lateral jsonb_populate_record(
    trade, move.facts -> 'change' || jsonb_build_object('version', trade.version + 1)) as changed
  where (move.facts -> 'change') - array[
    'status', 'round', 'expires_at', 'funded_at', 'details_revealed_at', 'paid_at', 'was_ever_paid', 'released_at', 'ended_at',
    'extended_times', 'reopen_asked_at', 'is_reopened', 'dispute_opened_at', 'dispute_opened_by', 'dispute_reason',
    'dispute_text', 'owner_responded_at'] = '{}';
  if cardinality(before) is distinct from count_of
     or (select count(distinct trade.id) from unnest(before) as trade) <> count_of then
    raise exception 'a trade is not as it was decided on, or no rule of its flow allows this' using errcode = 'check_violation';
  end if;
  perform assert_moves(moves, before, after, at);

  outcomes := escrow_halts(before, steps);
  -- A release is the seller's own, what staff does the moderator's, each proved for this trade and round.
  wanted := array(
    select proof_subject(moves -> (trade.ordinality::int - 1), before[trade.ordinality])
    from unnest(before) with ordinality as trade
    order by trade.ordinality);
  proved := array(
    select spend_proofs(array_agg(wanted[number] order by number),
                        array_agg((moves -> (number - 1) ->> 'actor_id')::bigint order by number))
    from generate_series(1, count_of) as number
    where wanted[number] is not null and outcomes[number] is null);
  for number in 1 .. count_of loop
    if outcomes[number] is null and wanted[number] is not null and (
      wanted[number] = any (proved)
      and has_second(wanted[number], (moves -> (number - 1) ->> 'actor_id')::bigint, before[number])
    ) is not true then
      outcomes[number] := 'unproved';
    end if;
    if outcomes[number] is not null then steps[number] := null; end if;
  end loop;

  posted := post_escrow(after, steps, at);
  for number in 1 .. count_of loop
    if posted[number] = 'duplicate' then
      raise exception 'the coins of trade % went this way before', (before[number]).id using errcode = 'unique_violation';
    end if;
    outcomes[number] := coalesce(outcomes[number], nullif(posted[number], 'posted'), 'moved');
  end loop;

  select array_agg(after[number] order by number)
  into done
  from generate_series(1, count_of) as number
  where outcomes[number] = 'moved';
  update trades trade
  set status = new.status, version = new.version, round = new.round, expires_at = new.expires_at, funded_at = new.funded_at,
      details_revealed_at = new.details_revealed_at, paid_at = new.paid_at, was_ever_paid = new.was_ever_paid,
      released_at = new.released_at, ended_at = new.ended_at, extended_times = new.extended_times,
      reopen_asked_at = new.reopen_asked_at, is_reopened = new.is_reopened, dispute_opened_at = new.dispute_opened_at,
      dispute_opened_by = new.dispute_opened_by, dispute_reason = new.dispute_reason, dispute_text = new.dispute_text,
      owner_responded_at = new.owner_responded_at
  from unnest(done) as new
  where trade.id = new.id;
  insert into trade_transitions (trade_id, verb, actor, actor_id, status, note, at)
  select (after[number]).id, moves -> (number - 1) ->> 'verb', moves -> (number - 1) ->> 'actor',
         (moves -> (number - 1) ->> 'actor_id')::bigint, (after[number]).status, moves -> (number - 1) ->> 'note', move_trades.at
  from generate_series(1, count_of) as number
  where outcomes[number] = 'moved'
  order by number;
  return query select number, outcomes[number] from generate_series(1, count_of) as number;
end $$;

-- The platform was down: every running window is longer by that time. Returns the trades that have one.
create function extend_deadlines(seconds int, at timestamptz)
returns table (id bigint, hash text) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform assert_now(at);
  if seconds is null or seconds < 0 then raise exception 'deadlines only move later' using errcode = 'check_violation'; end if;
  return query
    with moved as (
      update trades
      set expires_at = trades.expires_at + make_interval(secs => seconds), version = trades.version + 1
      where trades.expires_at is not null
      returning trades.id, trades.hash, trades.status
    ), noted as (
      insert into trade_transitions (trade_id, verb, actor, status, note, at)
      select moved.id, 'outage', 'platform', moved.status, seconds || ' seconds', extend_deadlines.at
      from moved
    )
    select moved.id, moved.hash from moved;
end $$;

revoke all on function
  escrow_account, available_account, held_account, escrow_halts, post_escrow, assert_moves, proof_subject, has_second,
  open_trades, move_trades,
  extend_deadlines
from public;
grant execute on function open_trades, move_trades to parley_web, parley_worker;
grant execute on function extend_deadlines to parley_worker;

-- What is left to write beside the two functions: who has seen what, and who has said what of the other.
revoke insert, update on trades from parley_web, parley_worker, parley_chain;
revoke insert on trade_transitions from parley_web, parley_worker, parley_chain;
grant update (owner_responded_at, buyer_feedback_at, seller_feedback_at, version) on trades to parley_web, parley_worker;

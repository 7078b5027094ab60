-- Moves trades by their flows' rules, with their coins and their history, for any number of different trades at once. Each
-- element of `moves` says id, version (that was decided on), verb, actor, actor_id, the status that was decided and a note;
-- `minutes` of an extension, `reason` and `explanation` of a dispute, the buyer's `share` of an award that divides. What a
-- verb writes beside that follows from it; by the table only what is awarded has a share, and the winner the larger one.
-- Outcomes by place, from 1: moved; insufficient; halted:<name>; unproved where a release has no proof of its seller, or
-- what staff does none of theirs. Whatever contradicts the rules is an error, and nothing is written.
create or replace function move_trades(moves jsonb, at timestamp with time zone) returns TABLE(place integer, outcome text)
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = 'off' set plan_cache_mode = 'force_generic_plan' set enable_hashjoin = 'off' set enable_mergejoin = 'off' as $$
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
  shares   bigint[];
  takers    bigint[];
  cashbacks bigint[];
  wanted   text[];
  flows    text[];
  outcomes text[];
  posted   text[];
  proved   text[];
  strange  bigint;
  wrong    bigint;
begin
  perform assert_now(at);
  if count_of = 0 then return; end if;
  select array_agg(move.id), array_agg(move.actor_id) filter (where move.actor not in ('clock', 'platform'))
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
         array_agg(trade.usd_cents order by move.place),
         array_agg(case when move.share is null then rule.escrow else 'split' end order by move.place),
         array_agg(move.share order by move.place),
         array_agg(trade.starter_id order by move.place),
         array_agg(case when move.verb = 'release' or trade.starter_id = trade.buyer_id then trade.cashback_units end
           order by move.place),
         array_agg(proof_subject(move.verb, move.actor, trade.id, trade.round, trade.was_ever_paid, move.share)
           order by move.place),
         array_agg(coalesce(rule.to_flow, trade.flow_type) order by move.place),
         min(trade.id) filter (where (case move.actor
           when 'buyer' then move.actor_id = trade.buyer_id
           when 'seller' then move.actor_id = trade.seller_id
           when 'clock' then move.actor_id is null and trade.expires_at <= at
           when 'platform' then move.actor_id is null and trade.expires_at > at
           when 'moderator' then move.actor_id not in (trade.buyer_id, trade.seller_id)
             and exists (select from user_roles granted where granted.user_id = move.actor_id)
         end) is not true),
         min(trade.id) filter (where (case move.verb when 'extend' then move.minutes between 15 and 60 else true end) is not true)
  into ids, actors, rounds, coins, amounts, fees, buyers, sellers, cents, steps, shares, takers, cashbacks, wanted, flows, strange, wrong
  from rows from (jsonb_to_recordset(moves) as (
    id bigint, version int, verb text, actor text, actor_id bigint, status text, minutes int, share bigint
  )) with ordinality as move (id, version, verb, actor, actor_id, status, minutes, share, place)
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
  -- A release is the seller's own, what staff does the moderator's, each proved for this trade and round, and for this share.
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

  posted := post_escrow(ids, rounds, coins, amounts, fees, buyers, sellers, steps, at, shares, takers, cashbacks);
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
      flow_type = flows[move.place],
      -- Whoever gives the code of a card away has paid.
      was_ever_paid = trade.was_ever_paid or move.verb in ('mark_paid', 'share_code'),
      is_reopened = trade.is_reopened or move.verb = 'reopen',
      extended_times = trade.extended_times + (move.verb = 'extend')::int,
      funded_at = case when move.verb in ('fund', 'reopen') then at else trade.funded_at end,
      details_revealed_at = case move.verb when 'reveal_details' then at else trade.details_revealed_at end,
      paid_at = case when move.verb in ('mark_paid', 'share_code') then at when move.verb = 'reopen' then null else trade.paid_at end,
      code_revealed_at = case move.verb when 'reveal_code' then at when 'reopen' then null else trade.code_revealed_at end,
      released_at = case when move.verb in ('release', 'award_buyer') then at else trade.released_at end,
      reopen_asked_at = case move.verb when 'ask_reopen' then at else trade.reopen_asked_at end,
      dispute_opened_at = case move.verb when 'open_dispute' then at else trade.dispute_opened_at end,
      dispute_opened_by = case move.verb when 'open_dispute' then move.actor else trade.dispute_opened_by end,
      dispute_reason = case move.verb when 'open_dispute' then move.reason else trade.dispute_reason end,
      dispute_text = case move.verb when 'open_dispute' then move.explanation else trade.dispute_text end,
      -- Kept where a seller looks at a code after a division.
      buyer_share_units = coalesce(move.share, trade.buyer_share_units),
      owner_responded_at = coalesce(trade.owner_responded_at, case when move.actor_id = trade.owner_id then at end),
      expires_at = case
        when move.status not in ('active_funded', 'not_funded', 'funds_processing', 'funds_processed', 'gcc_info_shared',
          'gcc_info_accepted') then null
        when move.verb in ('fund', 'reopen') then at + make_interval(mins => trade.window_minutes)
        when move.verb = 'extend' then trade.expires_at + make_interval(mins => move.minutes)
        else trade.expires_at
      end,
      ended_at = case
        when move.verb = 'reopen' then null
        when trade.ended_at is null and move.status not in (
          'active_funded', 'not_funded', 'funds_processing', 'funds_processed', 'paid', 'dispute_open', 'dispute_awarded', 'gcc_info_shared', 'gcc_info_accepted', 'gcc_code_shared') then at
        else trade.ended_at
      end
  from rows from (jsonb_to_recordset(moves) as (
    id bigint, verb text, actor text, actor_id bigint, status text, minutes int, reason text, explanation text,
    share bigint
  )) with ordinality as move (id, verb, actor, actor_id, status, minutes, reason, explanation, share, place)
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
revoke all on function move_trades(jsonb,timestamp with time zone) from public;
grant execute on function move_trades(jsonb,timestamp with time zone) to parley_web, parley_worker;

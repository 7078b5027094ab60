-- Locks the trades of these moves and refuses what contradicts the rules: a trade that is not as it was decided on, a move that no rule of its
-- flow has, a user other than its actor. By place: what the moves need of their trades, with the step of escrow and the proof that is wanted.
create or replace function lock_moves(moves jsonb, at timestamp with time zone, out ids bigint[], out actors bigint[], out rounds integer[], out coins text[], out amounts bigint[], out fees bigint[], out buyers bigint[], out sellers bigint[], out cents bigint[], out steps text[], out shares bigint[], out takers bigint[], out cashbacks bigint[], out wanted text[])
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  count_of constant int := jsonb_array_length(moves);
  asked_ids bigint[];
  asked_by  bigint[];
  strange  bigint;
  wrong    bigint;
begin
  select array_agg(move.id), array_agg(move.actor_id) filter (where move.actor not in ('clock', 'platform'))
  into asked_ids, asked_by
  from jsonb_to_recordset(moves) as move (id bigint, actor text, actor_id bigint);
  perform assert_may_act_for(asked_by);
  -- In id order, as all callers lock them.
  perform 1
  from trades trade
  where trade.id = any (asked_ids)
  order by trade.id
  for update;
  select array_agg(trade.id order by move.place), array_agg(move.actor_id order by move.place),
         array_agg(trade.round + ('reopened' = any (rule.writes))::int order by move.place), array_agg(trade.crypto order by move.place),
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
         min(trade.id) filter (where (case move.actor
           when 'buyer' then move.actor_id = trade.buyer_id
           when 'seller' then move.actor_id = trade.seller_id
           when 'clock' then move.actor_id is null and trade.expires_at <= at
           when 'platform' then move.actor_id is null and trade.expires_at > at
           when 'moderator' then move.actor_id not in (trade.buyer_id, trade.seller_id)
             and exists (select from user_roles granted where granted.user_id = move.actor_id)
         end) is not true),
         min(trade.id) filter (where (case move.verb when 'extend' then move.minutes between 15 and 60 else true end) is not true)
  into ids, actors, rounds, coins, amounts, fees, buyers, sellers, cents, steps, shares, takers, cashbacks, wanted, strange, wrong
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
end $$;
revoke all on function lock_moves(jsonb,timestamp with time zone) from public;

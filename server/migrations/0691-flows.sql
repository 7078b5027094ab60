-- Two more flows of trades: lite, in which the buyer sees at once how to pay, and gcc-auto, in which a card from the vault pays: its
-- facts are shared, accepted, and its code given, which counts as paid. Either side may leave gcc-auto for the default flow until then.
-- A card goes where its trade goes: it is used, or back with its owner unless somebody saw its code. Owned by market/trades.

alter table trades drop constraint trades_status_check;
alter table trades add constraint trades_status_check check (status in (
  'not_funded', 'funds_processing', 'funds_processed', 'active_funded', 'gcc_info_shared', 'gcc_info_accepted', 'gcc_code_shared',
  'paid', 'dispute_open', 'dispute_awarded', 'dispute_won_buyer', 'dispute_won_seller', 'released', 'expired',
  'cancelled_buyer', 'cancelled_seller', 'cancelled_system'));
-- When the seller saw the code of the card of this round.
alter table trades add column code_revealed_at timestamptz;
alter table trades add constraint trades_reveal_what_was_shared check (code_revealed_at is null or paid_at is not null);
alter table trades add constraint trades_gcc_statuses check (flow_type = 'gcc-auto' or status not like 'gcc\_%');

-- Where a rule leads to another flow.
alter table trade_rules add column to_flow text;
insert into trade_rules (flow_type, verb, actor, from_status, to_status, escrow)
select 'lite', verb, actor, from_status, to_status, escrow
from trade_rules
where flow_type = 'default' and verb <> 'reveal_details';
insert into trade_rules (flow_type, verb, actor, from_status, to_status, escrow)
select 'gcc-auto', verb, actor, from_status, to_status, escrow
from trade_rules
where flow_type = 'default' and verb not in ('reveal_details', 'mark_paid') and from_status <> 'paid'
  and (verb, from_status) <> ('open_dispute', 'active_funded');
insert into trade_rules (flow_type, verb, actor, from_status, to_status, escrow)
select 'gcc-auto', step.verb, step.actor, shared.status, coalesce(step.to_status, shared.status), step.escrow
from (values ('gcc_info_shared'), ('gcc_info_accepted')) as shared (status)
cross join (values
  ('cancel', 'buyer', 'cancelled_buyer', 'return'), ('release', 'seller', 'released', 'release'), ('extend', 'seller', null, null),
  ('expire', 'clock', 'expired', 'return')) as step (verb, actor, to_status, escrow);
insert into trade_rules (flow_type, verb, actor, from_status, to_status, escrow)
values
  ('gcc-auto', 'share_gift_card', 'buyer', 'active_funded', 'gcc_info_shared', null),
  ('gcc-auto', 'accept_gift_card', 'seller', 'gcc_info_shared', 'gcc_info_accepted', null),
  ('gcc-auto', 'share_code', 'buyer', 'gcc_info_accepted', 'gcc_code_shared', null),
  ('gcc-auto', 'reveal_code', 'seller', 'gcc_code_shared', 'gcc_code_shared', null),
  ('gcc-auto', 'reveal_code', 'seller', 'released', 'released', null),
  ('gcc-auto', 'reveal_code', 'seller', 'dispute_won_buyer', 'dispute_won_buyer', null),
  ('gcc-auto', 'reveal_code', 'seller', 'dispute_won_seller', 'dispute_won_seller', null),
  ('gcc-auto', 'cancel', 'buyer', 'gcc_code_shared', 'cancelled_buyer', 'return'),
  ('gcc-auto', 'release', 'seller', 'gcc_code_shared', 'released', 'release'),
  ('gcc-auto', 'open_dispute', 'buyer', 'gcc_code_shared', 'dispute_open', null),
  ('gcc-auto', 'open_dispute', 'seller', 'gcc_code_shared', 'dispute_open', null);
insert into trade_rules (flow_type, verb, actor, from_status, to_status, to_flow)
select 'gcc-auto', 'fallback', side.actor, before.status, 'active_funded', 'default'
from (values ('buyer'), ('seller')) as side (actor),
     (values ('active_funded'), ('gcc_info_shared'), ('gcc_info_accepted')) as before (status);

-- Made anew (0240 made it before): a rule may lead to another flow, and three statuses are new; the rest is as it was.
-- Moves trades by their flows' rules, with their coins and their history, for any number of different trades at once. Each
-- element of `moves` says id, version (that was decided on), verb, actor, actor_id, the status that was decided and a note;
-- `minutes` of an extension, `reason` and `explanation` of a dispute, the buyer's `share` of an award that divides. What a
-- verb writes beside that follows from it; by the table only what is awarded has a share, and the winner the larger one.
-- Outcomes by place, from 1: moved; insufficient; halted:<name>; unproved where a release has no proof of its seller, or
-- what staff does none of theirs. Whatever contradicts the rules is an error, and nothing is written.
create or replace function move_trades(moves jsonb, at timestamptz)
returns table (place int, outcome text) language plpgsql security definer
set search_path = public, pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan
-- Made while there were few trades, the plan would go through all of them to join them.
set enable_hashjoin = off set enable_mergejoin = off as $$
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
         array_agg(trade.usd_cents order by move.place),
         array_agg(case when move.share is null then rule.escrow else 'split' end order by move.place),
         array_agg(move.share order by move.place),
         array_agg(proof_subject(move.verb, move.actor, trade.id, trade.round, trade.was_ever_paid, move.share)
           order by move.place),
         array_agg(coalesce(rule.to_flow, trade.flow_type) order by move.place),
         min(trade.id) filter (where (case move.actor
           when 'buyer' then move.actor_id = trade.buyer_id
           when 'seller' then move.actor_id = trade.seller_id
           when 'clock' then move.actor_id is null and trade.expires_at <= at
           when 'moderator' then move.actor_id not in (trade.buyer_id, trade.seller_id)
             and exists (select from user_roles granted where granted.user_id = move.actor_id)
         end) is not true),
         min(trade.id) filter (where (case move.verb when 'extend' then move.minutes between 15 and 60 else true end) is not true)
  into ids, actors, rounds, coins, amounts, fees, buyers, sellers, cents, steps, shares, wanted, flows, strange, wrong
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

  posted := post_escrow(ids, rounds, coins, amounts, fees, buyers, sellers, steps, at, shares);
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
        when move.status not in ('active_funded', 'not_funded', 'gcc_info_shared', 'gcc_info_accepted') then null
        when move.verb in ('fund', 'reopen') then at + make_interval(mins => trade.window_minutes)
        when move.verb = 'extend' then trade.expires_at + make_interval(mins => move.minutes)
        else trade.expires_at
      end,
      ended_at = case
        when move.verb = 'reopen' then null
        when trade.ended_at is null and move.status not in (
          'active_funded', 'not_funded', 'paid', 'dispute_open', 'gcc_info_shared', 'gcc_info_accepted', 'gcc_code_shared') then at
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

-- The card of a trade follows it, under the trade's lock. A trade shares a card that its buyer has put in; one that leaves gcc-auto or
-- ends gives it back, unless the buyer got coins for its code, a part of them even, or
-- the seller has seen it.
create function follow_gift_card() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  card gift_cards;
begin
  select * into card
  from gift_cards known
  where known.trade_id = new.id
  order by known.in_use_at desc, known.id desc
  limit 1
  for update;
  if new.status in ('gcc_info_shared', 'gcc_info_accepted', 'gcc_code_shared') and card.status is distinct from 'in_use'
     and new.code_revealed_at is null then
    raise exception 'trade % shares no card', new.id using errcode = 'check_violation';
  end if;
  if new.code_revealed_at is distinct from old.code_revealed_at and new.code_revealed_at is not null then
    if card.id is null or card.revealed_at is not null or card.status not in ('in_use', 'used') then
      raise exception 'trade % has no code to show', new.id using errcode = 'check_violation';
    end if;
    update gift_cards
    set revealed_at = new.code_revealed_at, status = case card.status when 'in_use' then 'revealed' else card.status end
    where id = card.id;
    insert into gift_card_reveals (gift_card_id, trade_id, seen_by_id, at)
    values (card.id, new.id, new.seller_id, new.code_revealed_at);
    return null;
  end if;
  if card.id is null or card.status not in ('in_use', 'revealed') then return null; end if;
  if (new.status in ('released', 'dispute_won_buyer') or new.buyer_share_units is not null) and new.paid_at is not null then
    update gift_cards set status = 'used' where id = card.id;
  elsif card.status = 'in_use' and (new.flow_type <> 'gcc-auto' or new.ended_at is not null) then
    update gift_cards
    set status = case when offer_hash is null then 'free' else 'in_offer' end, trade_id = null, trade_hash = null,
        in_use_at = null
    where id = card.id;
  end if;
  return null;
end $$;
create trigger gift_cards_follow after update of status, flow_type, code_revealed_at on trades
  for each row when (old.flow_type = 'gcc-auto' and (old.status, old.flow_type, old.code_revealed_at)
    is distinct from (new.status, new.flow_type, new.code_revealed_at))
  execute function follow_gift_card();
revoke all on function follow_gift_card() from public;

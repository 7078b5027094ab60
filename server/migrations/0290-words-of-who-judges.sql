-- What a moderator has taken or proposed holds as long as they may judge: who has lost the last role, or is restricted, keeps
-- nobody from a case, and confirms nothing. And what two people do at once is told, not raised: a proposal after the sides
-- have settled, a word of somebody whose role went while they waited. Owned by market/disputes.

-- Of the staff, and not restricted in any way.
create function may_judge(person bigint) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from user_roles granted where granted.user_id = person)
    and not exists (
      select
      from user_restrictions restriction
      where restriction.user_id = person and restriction.lifted_at is null)
$$;

-- The same; and roles stay as they are until the transaction ends, because who gives or takes one writes into the chain.
create function hold_judge(person bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(7265004);
  return may_judge(person);
end $$;

drop function note_staff_act(bigint, text, text, text, timestamptz);
-- What staff do with cases, where the process that serves them says it; false, and nothing is written, where they may not judge.
create function note_staff_act(staff_id bigint, act text, subject text, reason text, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_now(at);
  if (note_staff_act.act ~ '^dispute\.[a-z]+$') is not true then
    raise exception 'this is no act of theirs' using errcode = 'insufficient_privilege';
  end if;
  -- First the chain, so that no role goes between this look and the end of the transaction.
  perform pg_advisory_xact_lock(7265004);
  if not may_judge(note_staff_act.staff_id) then
    return false;
  end if;
  perform add_staff_act(note_staff_act.staff_id, note_staff_act.act, note_staff_act.subject, note_staff_act.reason, note_staff_act.at);
  return true;
end $$;

-- Proposes in the open case of a trade, in place of what was proposed before, and spends the moderator's proof of just that:
-- proposed; not_open where the sides have settled; not_judge for a side, and for who may not judge; unproved where there is no
-- proof that is alive. Locks the trade, then the case, as everybody does.
create or replace function propose_award(
  hash text, moderator_id bigint, winner text, share bigint, reason text, note text, at timestamptz, out outcome text
) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  trade   trades;
  case_id bigint;
begin
  perform assert_now(at);
  select one.* into trade from trades one where one.hash = propose_award.hash for update;
  select one.id into case_id
  from disputes one
  where one.trade_hash = propose_award.hash and one.round = trade.round and one.outcome is null
  for update;
  outcome := case
    when case_id is null or trade.status <> 'dispute_open' then 'not_open'
    when moderator_id in (trade.buyer_id, trade.seller_id) or not may_judge(moderator_id) then 'not_judge'
    when not exists (
      select from spend_proofs(array[award_subject(trade.id, trade.round, winner, share)], array[moderator_id])
    ) then 'unproved'
    else 'proposed'
  end;
  if outcome <> 'proposed' then
    return;
  end if;
  update disputes
  set proposed_winner = winner, proposed_share_units = share, proposed_by = moderator_id,
      reason_code = reason, note = propose_award.note
  where id = case_id;
end $$;

-- Whoever awards may judge; above a thousand dollars an award takes two of them: somebody else, who still may, has proposed the
-- same in the case that is open, and nothing else since.
create or replace function has_second(subject text, actor_id bigint, usd_cents bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select subject not like 'staff_award:%' or (may_judge(has_second.actor_id) and (usd_cents <= 100000 or exists (
    select
    from trades trade
    join disputes open on open.trade_hash = trade.hash and open.round = trade.round and open.outcome is null
    where trade.id = split_part(subject, ':', 2)::bigint
      and open.proposed_by <> has_second.actor_id
      and may_judge(open.proposed_by)
      and award_subject(trade.id, open.round, open.proposed_winner, open.proposed_share_units) = has_second.subject
  )))
$$;

revoke all on function
  may_judge(bigint), hold_judge(bigint), note_staff_act(bigint, text, text, text, timestamptz)
from public;
grant execute on function may_judge(bigint), hold_judge(bigint), note_staff_act(bigint, text, text, text, timestamptz) to parley_web;

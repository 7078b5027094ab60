-- Above a thousand dollars the second of the staff confirms what stands proposed in the open case. Until now any proof of
-- the same award by somebody else counted: also one whose moderator had proposed something else since, or one that ran out
-- without a proposal. The proposal is written by the database, with the proof spent in the same step, and by nobody else; so
-- what stands there is what its moderator said last, by a proof that was alive. Owned by market/disputes.

revoke insert, update on disputes from parley_web, parley_worker, parley_chain;
grant insert (trade_hash, round, opened_by, opened_by_id, reason_id, body, usd_cents, opened_at, due_at)
  on disputes to parley_web, parley_worker;
grant update (taken_by, taken_at, outcome, reason_code, note, decided_by, decided_at) on disputes to parley_web;
grant update (outcome, decided_at) on disputes to parley_worker;

drop function spend_award_proofs(text[], bigint[]);

-- Proposes in the open case of a trade, in place of what was proposed before, and spends the moderator's proof of just that:
-- proposed; unproved where there is none that is alive. Locks the trade, then the case, as everybody does.
create function propose_award(
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
  if case_id is null or trade.status <> 'dispute_open' then
    raise exception 'no case is open about the trade %', hash using errcode = 'check_violation';
  end if;
  if moderator_id in (trade.buyer_id, trade.seller_id)
     or not exists (select from user_roles granted where granted.user_id = moderator_id) then
    raise exception 'who proposes about the trade % is no moderator of it', hash using errcode = 'insufficient_privilege';
  end if;
  if not exists (
    select from spend_proofs(array[award_subject(trade.id, trade.round, winner, share)], array[moderator_id])
  ) then
    outcome := 'unproved';
    return;
  end if;
  update disputes
  set proposed_winner = winner, proposed_share_units = share, proposed_by = moderator_id,
      reason_code = reason, note = propose_award.note
  where id = case_id;
  outcome := 'proposed';
end $$;

-- What is proved of an award, as proof_subject has it.
create function award_subject(trade_id bigint, round int, winner text, share bigint) returns text language sql immutable as $$
  select proof_subject('award_' || winner, 'moderator', trade_id, round, true, share)
$$;

-- Above a thousand dollars an award takes two of the staff: somebody else, who still is of it, has proposed the same in the
-- case that is open, and nothing else since.
create or replace function has_second(subject text, actor_id bigint, usd_cents bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select subject not like 'staff_award:%' or usd_cents <= 100000 or exists (
    select
    from trades trade
    join disputes open on open.trade_hash = trade.hash and open.round = trade.round and open.outcome is null
    join user_roles granted on granted.user_id = open.proposed_by
    where trade.id = split_part(subject, ':', 2)::bigint
      and open.proposed_by <> has_second.actor_id
      and award_subject(trade.id, open.round, open.proposed_winner, open.proposed_share_units) = has_second.subject
  )
$$;

revoke all on function
  propose_award(text, bigint, text, bigint, text, text, timestamptz), award_subject(bigint, int, text, bigint)
from public;
grant execute on function propose_award(text, bigint, text, bigint, text, text, timestamptz) to parley_web;

-- What was proposed before stands where its proof was spent alive; the others are to be proposed again.
update disputes open
set proposed_winner = null, proposed_share_units = null, proposed_by = null
from trades trade
where trade.hash = open.trade_hash and open.outcome is null and open.proposed_by is not null
  and not exists (
    select
    from proofs proof
    where proof.subject = award_subject(trade.id, open.round, open.proposed_winner, open.proposed_share_units)
      and proof.user_id = open.proposed_by and proof.spent_at <= proof.expires_at
  );

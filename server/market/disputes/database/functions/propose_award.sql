-- Proposes in the open case of a trade, in place of what was proposed before, and spends the moderator's proof of just that:
-- proposed; not_open where the sides have settled; not_judge for a side, and for staff who may not judge; unproved where there is no
-- proof that is alive. Locks the trade, then the case, as all callers do.
create or replace function propose_award(hash text, moderator_id bigint, winner text, share bigint, reason text, note text, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
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
    when case_id is null or trade.status not in ('dispute_open', 'dispute_awarded') then 'not_open'
    when moderator_id in (trade.buyer_id, trade.seller_id) or not may_judge(moderator_id) then 'not_judge'
    when not awards_in_day(moderator_id, trade.id, trade.usd_cents) then 'day_limit'
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
revoke all on function propose_award(text,bigint,text,bigint,text,text,timestamp with time zone) from public;
grant execute on function propose_award(text,bigint,text,bigint,text,text,timestamp with time zone) to parley_web;

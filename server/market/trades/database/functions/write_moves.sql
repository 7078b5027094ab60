-- Writes what has moved. What a move writes beside the status is in its rule; `outcomes` by place.
create or replace function write_moves(moves jsonb, outcomes text[], at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  update trades trade
  set status = move.status,
      version = trade.version + 1,
      round = trade.round + ('reopened' = any (rule.writes))::int,
      flow_type = coalesce(rule.to_flow, trade.flow_type),
      was_ever_paid = trade.was_ever_paid or 'paid' = any (rule.writes),
      is_reopened = trade.is_reopened or 'reopened' = any (rule.writes),
      extended_times = trade.extended_times + ('extended' = any (rule.writes))::int,
      funded_at = case when 'window' = any (rule.writes) then at else trade.funded_at end,
      details_revealed_at = case when 'details_revealed' = any (rule.writes) then at else trade.details_revealed_at end,
      paid_at = case
        when 'paid' = any (rule.writes) then at
        when 'reopened' = any (rule.writes) then null
        else trade.paid_at
      end,
      code_revealed_at = case
        when 'code_revealed' = any (rule.writes) then at
        when 'reopened' = any (rule.writes) then null
        else trade.code_revealed_at
      end,
      released_at = case when 'released' = any (rule.writes) then at else trade.released_at end,
      reopen_asked_at = case when 'reopen_asked' = any (rule.writes) then at else trade.reopen_asked_at end,
      dispute_opened_at = case when 'disputed' = any (rule.writes) then at else trade.dispute_opened_at end,
      dispute_opened_by = case when 'disputed' = any (rule.writes) then move.actor else trade.dispute_opened_by end,
      dispute_reason = case when 'disputed' = any (rule.writes) then move.reason else trade.dispute_reason end,
      dispute_text = case when 'disputed' = any (rule.writes) then move.explanation else trade.dispute_text end,
      -- Kept where a seller looks at a code after a division.
      buyer_share_units = coalesce(move.share, trade.buyer_share_units),
      owner_responded_at = coalesce(trade.owner_responded_at, case when move.actor_id = trade.owner_id then at end),
      expires_at = case
        when 'untimed' = any (rule.writes) then null
        when 'window' = any (rule.writes) then at + make_interval(mins => trade.window_minutes)
        when 'extended' = any (rule.writes) then trade.expires_at + make_interval(mins => move.minutes)
        else trade.expires_at
      end,
      ended_at = case
        when 'reopened' = any (rule.writes) then null
        when 'ended' = any (rule.writes) then coalesce(trade.ended_at, at)
        else trade.ended_at
      end
  from rows from (jsonb_to_recordset(moves) as (
    id bigint, verb text, actor text, actor_id bigint, status text, minutes int, reason text, explanation text,
    share bigint
  )) with ordinality as move (id, verb, actor, actor_id, status, minutes, reason, explanation, share, place),
    trade_rules rule
  where trade.id = move.id and outcomes[move.place] = 'moved'
    and rule.flow_type = trade.flow_type and rule.verb = move.verb and rule.actor = move.actor
    and rule.from_status = trade.status;
end $$;
revoke all on function write_moves(jsonb,text[],timestamp with time zone) from public;

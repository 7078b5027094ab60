-- Writes what has moved: what each verb writes beside the status follows from it. `flows` and `outcomes` by place.
create or replace function write_moves(moves jsonb, flows text[], outcomes text[], at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
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
end $$;
revoke all on function write_moves(jsonb,text[],text[],timestamp with time zone) from public;

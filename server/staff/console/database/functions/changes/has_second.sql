-- The sum is a setting.
create or replace function has_second(subject text, actor_id bigint, usd_cents bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select subject not like 'staff_award:%' or (may_judge(has_second.actor_id)
    and awards_in_day(has_second.actor_id, split_part(has_second.subject, ':', 2)::bigint, has_second.usd_cents) and (
    usd_cents <= 100 * (setting_value('disputes.second_person_usd') #>> '{}')::bigint or exists (
    select
    from trades trade
    join disputes open on open.trade_hash = trade.hash and open.round = trade.round and open.outcome is null
    where trade.id = split_part(subject, ':', 2)::bigint
      and open.proposed_by <> has_second.actor_id
      and may_judge(open.proposed_by)
      and award_subject(trade.id, open.round, open.proposed_winner, open.proposed_share_units) = has_second.subject
  )))
$$;
revoke all on function has_second(text,bigint,bigint) from public;

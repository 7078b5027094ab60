-- Notifies the staff who may take the appeal, at most fifty.
create or replace function tell_of_dispute_appeal() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into events (type, subject, payload, at)
  select 'staff.dispute_appealed', judge.user_id::text, jsonb_build_object('detail', new.case_number), new.made_at
  from (
    select distinct granted.user_id
    from disputes decided
    join trades trade on trade.hash = decided.trade_hash
    join user_roles granted
      on granted.user_id not in (trade.buyer_id, trade.seller_id)
      and granted.user_id not in (
        coalesce(decided.decided_by, 0), coalesce(decided.proposed_by, 0), coalesce(decided.taken_by, 0))
    where decided.id = new.dispute_id and may_judge(granted.user_id)
    order by granted.user_id
    limit 50) as judge;
  return null;
end $$;
revoke all on function tell_of_dispute_appeal() from public;

-- A staff member may not judge their own trade, nor one whose dispute or appeal they had; those of colleagues are for
-- administrators.
create or replace function kept_from_chargeback(trade trades, staff_id bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select staff_id in ((trade).buyer_id, (trade).seller_id)
    or may_restrict(staff_id, (trade).buyer_id, 'restricted') is not true
    or may_restrict(staff_id, (trade).seller_id, 'restricted') is not true
    or exists (
      select
      from disputes had
      left join dispute_appeals appeal on appeal.dispute_id = had.id
      where had.trade_hash = (trade).hash
        and staff_id in (had.taken_by, had.proposed_by, had.decided_by, appeal.taken_by))
$$;
revoke all on function kept_from_chargeback(trades,bigint) from public;

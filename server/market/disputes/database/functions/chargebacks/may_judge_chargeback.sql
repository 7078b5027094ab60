-- For the screen that shows the queue.
create or replace function may_judge_chargeback(hash text, staff_id bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select not kept_from_chargeback(trade, may_judge_chargeback.staff_id)
  from trades trade
  where trade.hash = may_judge_chargeback.hash
$$;
revoke all on function may_judge_chargeback(text,bigint) from public;
grant execute on function may_judge_chargeback(text,bigint) to parley_web;

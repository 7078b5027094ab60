-- The most that an appeal can be worth to its maker.
create or replace function appeal_worth(case_number text) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select appeal_most(trade, appeal.role)
  from dispute_appeals appeal
  join disputes dispute on dispute.id = appeal.dispute_id
  join trades trade on trade.hash = dispute.trade_hash
  where appeal.case_number = appeal_worth.case_number
$$;
revoke all on function appeal_worth(text) from public;
grant execute on function appeal_worth(text) to parley_web;

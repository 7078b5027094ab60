-- The report by its number, with its trade, which is locked first.
create or replace function locked_chargeback(case_number text, OUT trade trades, OUT report chargeback_reports) returns record
language plpgsql set search_path = public, pg_temp as $$
begin
  select one.* into trade
  from trades one
  where one.id = (
    select known.trade_id from chargeback_reports known where known.case_number = locked_chargeback.case_number)
  for update;
  select one.* into report from chargeback_reports one where one.trade_id = trade.id for update;
end $$;
revoke all on function locked_chargeback(text) from public;

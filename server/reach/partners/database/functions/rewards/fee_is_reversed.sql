-- The payment came back: staff confirmed it, or it was made good.
create or replace function fee_is_reversed(trade trades) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select (trade).status = 'chargeback_paid' or ((trade).status = 'chargeback_started' and exists (
    select from chargeback_reports report where report.trade_id = (trade).id and report.outcome = 'confirmed'))
$$;
revoke all on function fee_is_reversed(trades) from public;

-- The person's own reports, and what was decided about them; their words come sealed.
create or replace function own_data_chargebacks(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select report.trade_id, jsonb_build_object('trade', trade.hash, 'case', report.case_number, 'reason', report.reason,
    'words_sealed', encode(report.words_sealed, 'base64'), 'reportedAt', report.reported_at, 'outcome', report.outcome,
    'answer', report.answer, 'decidedAt', report.decided_at, 'madeGoodAt', report.made_good_at)::text
  from chargeback_reports report
  join trades trade on trade.id = report.trade_id
  where report.seller_id = person and report.trade_id > after
  order by report.trade_id
  limit most
$$;
revoke all on function own_data_chargebacks(bigint,bigint,integer) from public;

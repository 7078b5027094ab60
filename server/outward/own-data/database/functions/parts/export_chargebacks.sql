-- One's own reports, and what was decided about them; what was said comes sealed.
create or replace function export_chargebacks(export_id bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select report.trade_id, jsonb_build_object('trade', trade.hash, 'case', report.case_number, 'reason', report.reason,
    'words_sealed', encode(report.words_sealed, 'base64'), 'reportedAt', report.reported_at, 'outcome', report.outcome,
    'answer', report.answer, 'decidedAt', report.decided_at, 'madeGoodAt', report.made_good_at)::text
  from data_exports export
  join chargeback_reports report on report.seller_id = export.user_id
  join trades trade on trade.id = report.trade_id
  where export.id = export_chargebacks.export_id and export.made_at is null and report.trade_id > export_chargebacks.after
  order by report.trade_id
  limit export_chargebacks.most
$$;
revoke all on function export_chargebacks(bigint,bigint,integer) from public;
grant execute on function export_chargebacks(bigint,bigint,integer) to parley_worker;

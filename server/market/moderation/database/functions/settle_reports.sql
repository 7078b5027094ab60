-- Reports that wait are answered by what staff decide about the offer.
create or replace function settle_reports(offer_id bigint, outcome text, at timestamp with time zone) returns void
language sql set search_path = public, pg_temp as $$
  update offer_reports report
  set outcome = settle_reports.outcome, settled_at = settle_reports.at
  where report.offer_id = settle_reports.offer_id and report.outcome is null
$$;
revoke all on function settle_reports(bigint,text,timestamp with time zone) from public;

-- What the person reported, still sealed.
create or replace function own_data_direct_reports(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select report.id, jsonb_build_object('number', report.number, 'about', reported.username, 'reason', report.reason,
    'at', report.reported_at, 'closedAt', report.closed_at, 'outcome', report.outcome,
    'words_sealed', encode(report.words_sealed, 'base64'))::text
  from direct_reports report
  join users reported on reported.id = report.reported_id
  where report.reporter_id = person and report.id > after
  order by report.id
  limit most
$$;
revoke all on function own_data_direct_reports(bigint,bigint,integer) from public;

create or replace function note_store_report(code_id bigint, says text, at timestamp with time zone) returns text
language sql set search_path = public, pg_temp as $$
  update store_codes set reported_at = at, report = says, report_status = 'open' where id = code_id;
  select 'reported'
$$;
revoke all on function note_store_report(bigint,text,timestamp with time zone) from public;

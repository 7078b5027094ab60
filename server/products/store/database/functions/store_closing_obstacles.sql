-- Reports of codes that staff have not decided. The detail is the card.
create or replace function store_closing_obstacles(person bigint) returns TABLE(code text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select 'store_reports', reported.hash
  from store_codes reported
  where reported.user_id = person and reported.report_status = 'open'
  order by reported.id
$$;
revoke all on function store_closing_obstacles(bigint) from public;

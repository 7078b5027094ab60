-- A statement that touches more than so many rows has touched every page.
create or replace function note_page_changes(topics text[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into page_changes (topic)
  select distinct topic
  from unnest(case when cardinality(topics) > 2000 then array['everything'] else topics end) as topic
$$;
revoke all on function note_page_changes(text[]) from public;

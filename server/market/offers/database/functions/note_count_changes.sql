-- Every listing of a coin shows the number of its offers.
create or replace function note_count_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_page_changes(array(select distinct 'counts:' || crypto from added));
  return null;
end $$;
revoke all on function note_count_changes() from public;

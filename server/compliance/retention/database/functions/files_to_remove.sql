-- A file that another row has too stays: it goes with the last. Returns those that nobody names any more.
create or replace function files_to_remove(most integer) returns SETOF text
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from retention_files listed
  where exists (
    select from uploads kept where kept.file_key = listed.file_key or kept.thumb_key = listed.file_key);
  return query
    select listed.file_key
    from retention_files listed
    order by listed.file_key
    limit most;
end $$;
revoke all on function files_to_remove(integer) from public;
grant execute on function files_to_remove(integer) to parley_worker;

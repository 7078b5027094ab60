-- Files that were sent with no message.
create or replace function erase_old_support_files(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  old bigint[] := array(
    select id
    from support_files
    where seq is null and created_at < market_now() - interval '7 days'
    order by created_at
    limit most);
begin
  insert into retention_files (file_key)
  select gone.file_key from support_files gone where gone.id = any (old) and gone.file_key is not null
  on conflict do nothing;
  delete from support_files where id = any (old);
  return cardinality(old);
end $$;
revoke all on function erase_old_support_files(integer) from public;

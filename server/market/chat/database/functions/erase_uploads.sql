-- What the files of these rows are called goes to the list, unless another row has the same.
create or replace function erase_uploads(upload_ids bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  keys text[];
begin
  select array_agg(distinct named.file_key)
  into keys
  from uploads gone
  cross join lateral (values (gone.file_key), (gone.thumb_key)) as named (file_key)
  where gone.id = any (upload_ids) and named.file_key is not null;
  delete from uploads where id = any (upload_ids);
  insert into retention_files (file_key)
  select unnest(keys)
  on conflict do nothing;
end $$;
revoke all on function erase_uploads(bigint[]) from public;

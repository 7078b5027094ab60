-- Messages that were written so long ago, the oldest first, with files that are nowhere else. Numbers of later ones stay.
create or replace function erase_old_direct_messages(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  gone  bigint[];
  files bigint[];
begin
  gone := array(
    select old.id
    from direct_messages old
    where old.at < kept_since('retention.chat_years', 5, 'year')
    order by old.at
    limit most);
  files := array(
    select distinct message.upload_id from direct_messages message
    where message.id = any (gone) and message.upload_id is not null);
  delete from direct_messages where id = any (gone);
  perform erase_uploads(array(
    select file.id from unnest(files) as file (id)
    where not exists (select from direct_messages other where other.upload_id = file.id)
      and not exists (select from chat_messages other where other.upload_id = file.id)));
  return cardinality(gone);
end $$;
revoke all on function erase_old_direct_messages(integer) from public;

-- Files that nobody posted within a month. Returns how many were looked at.
create or replace function erase_old_uploads(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  seen bigint[] := array(
    select old.id from (
      select one.id, one.created_at from uploads one
      where one.id > (select last_id from retention_marks where what = 'uploads')
      order by one.id
      limit most) as old
    where old.created_at < market_now() - interval '30 days');
begin
  perform erase_uploads(array(
    select one.id from unnest(seen) as one (id)
    where not exists (select from chat_messages message where message.upload_id = one.id)
      and not exists (select from direct_messages message where message.upload_id = one.id)));
  update retention_marks
  set last_id = greatest(last_id, coalesce((select max(one) from unnest(seen) as one), 0))
  where what = 'uploads';
  return cardinality(seen);
end $$;
revoke all on function erase_old_uploads(integer) from public;

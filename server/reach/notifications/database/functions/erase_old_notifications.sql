create or replace function erase_old_notifications(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  gone bigint[] := array(
    select old.id from (select one.id, one.at from notifications one order by one.id limit most) as old
    where old.at < kept_since('retention.log_days', 365, 'day'));
begin
  delete from notification_sends where notification_id = any (gone);
  delete from notifications where id = any (gone);
  return cardinality(gone);
end $$;
revoke all on function erase_old_notifications(integer) from public;

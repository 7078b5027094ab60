-- Erases what nobody has submitted for a month, and all of an account so many years after it closed. Returns how many.
create or replace function erase_verifications() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  years int := coalesce((select (value #>> '{}')::int from settings where name = 'verification.keep_years'), 5);
  gone  bigint[] := array(
    select one.id from verifications one
    where (one.status in ('started', 'replaced') and one.started_at < market_now() - interval '30 days')
      or exists (
        select from account_closures closure
        where closure.user_id = one.user_id and closure.closed_at < market_now() - make_interval(years => years))
    order by one.id
    limit 200
    for update of one);
begin
  insert into verification_files_to_remove (file_key)
  select picture.file_key from verification_pictures picture where picture.verification_id = any (gone)
  on conflict do nothing;
  delete from verifications where id = any (gone);
  delete from verification_demands demand
  using account_closures closure
  where closure.user_id = demand.user_id and closure.closed_at < market_now() - make_interval(years => years);
  return cardinality(gone);
end $$;
revoke all on function erase_verifications() from public;
grant execute on function erase_verifications() to parley_worker;

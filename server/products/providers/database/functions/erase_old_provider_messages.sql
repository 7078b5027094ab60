-- Callbacks, after three months. Returns how many were erased.
create or replace function erase_old_provider_messages(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  gone int;
begin
  delete from provider_messages
  where id in (
    select old.id from provider_messages old
    where old.received_at < market_now() - interval '90 days' and old.handled_at is not null
    order by old.received_at
    limit most);
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke all on function erase_old_provider_messages(integer) from public;

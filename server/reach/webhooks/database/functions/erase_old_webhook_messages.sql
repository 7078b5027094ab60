-- With their deliveries.
create or replace function erase_old_webhook_messages(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  many int;
begin
  delete from webhook_messages
  where id in (
    select id from webhook_messages where at < market_now() - interval '30 days' order by at limit most);
  get diagnostics many = row_count;
  return many;
end $$;
revoke all on function erase_old_webhook_messages(integer) from public;

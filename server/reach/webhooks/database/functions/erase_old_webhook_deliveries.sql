-- Checks of addresses; the tries of messages go with these.
create or replace function erase_old_webhook_deliveries(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  many int;
begin
  delete from webhook_deliveries
  where id in (
    select id
    from webhook_deliveries
    where message_id is null and ended_at < market_now() - interval '30 days'
    order by id
    limit most);
  get diagnostics many = row_count;
  return many;
end $$;
revoke all on function erase_old_webhook_deliveries(integer) from public;

-- With its messages and their deliveries; the numbers of its subjects stay. False where there is none.
create or replace function remove_webhook(user_id bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  delete from webhook_endpoints known where known.user_id = remove_webhook.user_id;
  if not found then return false; end if;
  delete from webhook_messages known where known.user_id = remove_webhook.user_id;
  perform note_activity(user_id, 'webhook_removed', '');
  return true;
end $$;
revoke all on function remove_webhook(bigint) from public;
grant execute on function remove_webhook(bigint) to parley_web;

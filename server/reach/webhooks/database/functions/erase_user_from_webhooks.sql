create or replace function erase_user_from_webhooks(person bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  delete from webhook_endpoints where user_id = person;
  delete from webhook_messages where user_id = person;
  delete from webhook_subjects where user_id = person;
end $$;
revoke all on function erase_user_from_webhooks(bigint) from public;

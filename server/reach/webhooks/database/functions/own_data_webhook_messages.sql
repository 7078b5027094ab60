create or replace function own_data_webhook_messages(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select id, jsonb_build_object('id', public_id, 'type', type, 'subject', subject, 'at', at, 'body', body)::text
  from webhook_messages
  where user_id = person and id > after
  order by id
  limit most
$$;
revoke all on function own_data_webhook_messages(bigint,bigint,integer) from public;

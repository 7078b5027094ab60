-- What the person wrote, still sealed: the rest of a conversation is the other's.
create or replace function own_data_direct_messages(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select message.id, jsonb_build_object('conversation', conversation.hash, 'with', other.username, 'at', message.at,
    'kind', message.kind, 'file', upload.name, 'conversationId', conversation.id, 'seq', message.seq,
    'body_sealed', encode(message.body_sealed, 'base64'))::text
  from direct_messages message
  join direct_conversations conversation on conversation.id = message.conversation_id
  join users other on other.id = conversation.low_id + conversation.high_id - person
  left join uploads upload on upload.id = message.upload_id
  where message.author_id = person and message.id > after
  order by message.id
  limit most
$$;
revoke all on function own_data_direct_messages(bigint,bigint,integer) from public;

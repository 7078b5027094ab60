-- What the person wrote: the rest of a conversation is the other's.
create or replace function own_data_messages(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select message.id, jsonb_build_object('trade', trade.hash, 'at', message.at, 'text', message.body, 'file', upload.name)::text
  from trades trade
  join chat_messages message on message.trade_id = trade.id
  left join uploads upload on upload.id = message.upload_id
  where (trade.buyer_id = person or trade.seller_id = person) and message.author_id = person and message.id > after
  order by message.id
  limit most
$$;
revoke all on function own_data_messages(bigint,bigint,integer) from public;

-- Trades that ended so long ago, the oldest first: what was written and shown, what the offer's words were, and what a dispute was
-- opened with. A trade that runs has no end; one with an open case is left as it is, ends anew and is reached by that. Returns how
-- many trades were looked at.
create or replace function erase_old_conversations(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  seen  bigint[];
  gone  bigint[];
  files bigint[];
  last  timestamptz;
begin
  select array_agg(ended.id), max(ended.ended_at)
  into seen, last
  from (
    select trade.id, trade.ended_at
    from trades trade
    where trade.ended_at > (select up_to from retention_marks where what = 'conversations')
      and trade.ended_at < kept_since('retention.chat_years', 5, 'year')
    order by trade.ended_at
    fetch first (most) rows with ties
  ) as ended;
  if seen is null then return 0; end if;
  gone := array(
    select trade.id
    from trades trade
    where trade.id = any (seen)
      and not exists (
        select from disputes dispute where dispute.trade_hash = trade.hash and dispute.outcome is null)
    for update);
  files := array(
    select distinct message.upload_id from chat_messages message
    where message.trade_id = any (gone) and message.upload_id is not null);
  delete from chat_messages where trade_id = any (gone);
  delete from chat_members where trade_id = any (gone);
  perform erase_uploads(array(
    select file.id from unnest(files) as file (id)
    where not exists (select from chat_messages other where other.upload_id = file.id)
      and not exists (select from direct_messages other where other.upload_id = file.id)));
  update trades
  set offer_terms = '', trade_details = '', bank_reference = null, payment_subdivision = null, payment_city = null, dispute_text = case when dispute_text is null then null else '' end
  where id = any (gone);
  update disputes
  set body = '', note = null
  where trade_hash in (select trade.hash from trades trade where trade.id = any (gone));
  update retention_marks
  set up_to = last
  where what = 'conversations';
  return cardinality(seen);
end $$;
revoke all on function erase_old_conversations(integer) from public;

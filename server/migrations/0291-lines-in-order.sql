-- A message took its number before it waited for its trade: a line that committed meanwhile had a higher one, and whoever
-- read up to that never had the message as unread. Whoever writes a line holds the trade first, as its steps do, and then takes
-- the number. Owned by market/chat.

-- Locks conversations until the transaction ends, in their order: one who writes a line at a time.
create function lock_conversations(refs text[]) returns void
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  perform 1
  from trades
  where hash = any (refs)
  order by id
  for no key update;
end $$;

revoke all on function lock_conversations(text[]) from public;
grant execute on function lock_conversations(text[]) to parley_web, parley_worker;

-- Locks conversations until the transaction ends, in their order: one who writes a line at a time.
create or replace function lock_conversations(refs text[]) returns void
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = 'off' as $$
begin
  perform 1
  from trades
  where hash = any (refs)
  order by id
  for no key update;
end $$;
revoke all on function lock_conversations(text[]) from public;
grant execute on function lock_conversations(text[]) to parley_web, parley_worker;

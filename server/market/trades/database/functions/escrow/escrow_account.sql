-- The names of accounts, as before: numbers made text by a cast, which never depends on anything, are written into the
-- statements that ask for them; the others were called for each row.
create or replace function escrow_account(trade_id bigint, currency text) returns text
language sql immutable as $$
  select 'trade:' || trade_id::text || ':' || currency || ':escrow'
$$;
revoke all on function escrow_account(bigint,text) from public;

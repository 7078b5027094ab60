-- Locks the accounts of these cards, in the order of their users: whatever moves card money begins with it.
create or replace function lock_card_accounts(hashes text[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform from card_accounts account
  where account.user_id in (select card.user_id from cards card where card.hash = any (hashes))
  order by account.user_id
  for no key update;
end $$;
revoke all on function lock_card_accounts(text[]) from public;

-- M-Pesa by Daraja gives no statements, and answers about refunds by unsigned callbacks alone: two of the staff look into the operator's account
-- there, and send money back by hand before they say that it went back. What an order came to there is never found by time.
create or replace function moves_by_hand(provider text) returns boolean
language sql immutable as $$
  select provider = 'daraja'
$$;
revoke all on function moves_by_hand(text) from public;
grant execute on function moves_by_hand(text) to parley_signer, parley_web;

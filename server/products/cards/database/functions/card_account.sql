-- The account of a user's card money, or of the part that is held for merchants.
create or replace function card_account(user_id bigint, is_held boolean) returns text
language sql immutable as $$
  select 'user:' || user_id || ':USD:' || case when is_held then 'card_held' else 'card' end
$$;
revoke all on function card_account(bigint,boolean) from public;

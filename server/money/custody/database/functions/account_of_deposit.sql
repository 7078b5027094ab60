-- What a process of ours posts to a user's account when it credits a deposit: the operator's own go to its inventory.
create or replace function account_of_deposit(user_id bigint, currency text) returns text
language sql immutable as $$
  select coalesce('user:' || user_id || ':' || currency || ':available', 'house:' || currency || ':inventory')
$$;
revoke all on function account_of_deposit(bigint,text) from public;

-- An account was for ever: nobody could close one, and nothing of who had used it was ever erased. Its owner asks for it with
-- a proof of just that; after some days a worker erases who they were, in one transaction, and keeps what others and the
-- ledger need under a name that says nothing. Owned by outward/closing.

create table account_closures (
  id           bigint      generated always as identity primary key,
  user_id      bigint      not null references users,
  reason       text        not null
    check (reason in ('no_need', 'other_market', 'privacy', 'difficult', 'other_account', 'other')),
  asked_at     timestamptz not null,
  due_at       timestamptz not null check (due_at > asked_at),
  withdrawn_at timestamptz,
  closed_at    timestamptz,
  check (withdrawn_at is null or closed_at is null)
);
-- One at a time stands, and whoever is closed stays so.
create unique index account_closures_standing on account_closures (user_id) where withdrawn_at is null;
create index account_closures_due on account_closures (due_at) where withdrawn_at is null and closed_at is null;
grant select on account_closures to parley_web, parley_worker;

alter table account_activity drop constraint account_activity_kind_check;
alter table account_activity add constraint account_activity_kind_check check (kind in (
  'signed_in', 'session_ended', 'new_device', 'wrong_password', 'wrong_confirmation', 'wrong_code',
  'reset_asked', 'recovery_began', 'password_reset', 'password_changed', 'factor_added', 'factor_removed',
  'email_confirmed', 'email_changed', 'username_changed', 'role_granted', 'role_revoked',
  'closing_asked', 'closing_withdrawn'));

-- What stands in the way of closing this account: what is theirs or somebody else's to get would be nobody's afterwards. The
-- detail is the coin, or how many there are.
create function closing_obstacles(user_id bigint) returns table (code text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'balance', held.currency
  from (values ('BTC'), ('ETH'), ('USDT')) as held (currency)
  where exists (
    select
    from ledger_accounts account
    where account.name = any (array(
        select format('user:%s:%s:%s', closing_obstacles.user_id, held.currency, purpose)
        from unnest('{available,held,bond}'::text[]) as purpose))
      and account.balance_units <> 0)
  union all
  select 'deposits', count(*)::text
  from wallet_addresses address
  join deposits deposit on deposit.address_id = address.id
  where address.user_id = closing_obstacles.user_id and deposit.status in ('incoming', 'quarantined')
  having count(*) > 0
  union all
  select 'send_outs', count(*)::text
  from send_outs
  where send_outs.user_id = closing_obstacles.user_id and send_outs.status in ('pending', 'broadcast', 'confirming')
  having count(*) > 0
  union all
  select 'trades', count(*)::text
  from running_trades running
  where closing_obstacles.user_id in (running.buyer_id, running.seller_id)
  having count(*) > 0
  union all
  select 'cases', count(*)::text
  from running_trades running
  join trades trade on trade.id = running.trade_id
  join disputes dispute on dispute.trade_hash = trade.hash and dispute.outcome is null
  where closing_obstacles.user_id in (running.buyer_id, running.seller_id)
  having count(*) > 0
  union all
  select 'holds', count(*)::text
  from wallet_holds hold
  where hold.user_id = closing_obstacles.user_id and hold.lifted_at is null
  having count(*) > 0
  union all
  select 'restricted', count(*)::text
  from user_restrictions restriction
  where restriction.user_id = closing_obstacles.user_id and restriction.lifted_at is null
  having count(*) > 0
  union all
  select 'staff', count(*)::text
  from user_roles granted
  where granted.user_id = closing_obstacles.user_id
  having count(*) > 0
$$;

-- Asks for it: 'asked', 'exists' where it is asked for already, 'obstacles', or 'unproved'. Locks the user, so that no trade or
-- send-out begins beside it. Every session but the one that asks ends.
create function ask_to_close(user_id bigint, reason text, session_id bigint) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at      timestamptz;
  due     timestamptz;
  days    int := coalesce((select (value #>> '{}')::int from settings where name = 'accounts.closing_days'), 14);
  session bigint;
begin
  perform from users where users.id = user_id for update;
  if not found then return 'obstacles'; end if;
  if exists (
    select
    from account_closures standing
    where standing.user_id = ask_to_close.user_id and standing.withdrawn_at is null)
  then
    return 'exists';
  end if;
  if exists (select from closing_obstacles(user_id)) then return 'obstacles'; end if;
  perform spend_proofs(array['close_account:' || user_id], array[user_id]);
  if not found then return 'unproved'; end if;
  at := market_now();
  due := at + make_interval(days => days);
  insert into account_closures (user_id, reason, asked_at, due_at)
  values (user_id, reason, at, due);
  for session in
    update sessions
    set ended_at = at
    where sessions.user_id = ask_to_close.user_id and ended_at is null and id is distinct from session_id
    returning id
  loop
    perform pg_notify('live_end', session::text);
  end loop;
  perform note_activity(user_id, 'closing_asked', '');
  insert into events (type, subject, payload, at)
  values ('account.closing_asked', user_id::text,
    jsonb_build_object('detail', to_char(due at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')), at);
  return 'asked';
end $$;

-- Takes it back: false where nothing waits.
create function take_back_closing(user_id bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update account_closures closure
  set withdrawn_at = market_now()
  where closure.user_id = take_back_closing.user_id and closure.withdrawn_at is null and closure.closed_at is null;
  if not found then return false; end if;
  perform note_activity(take_back_closing.user_id, 'closing_withdrawn', '');
  return true;
end $$;

-- What a person put in, beside their own row. Lines of the ledger, trades with their conversations and feedback, and what
-- staff have written stay as they are: they name the account's number, which leads to nobody any more.
create function erase_what_user_wrote(user_id bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  person  bigint := erase_what_user_wrote.user_id;
  session bigint;
begin
  update offers
  set is_on = false, deleted_at = coalesce(deleted_at, market_now()), terms = '', trade_details = '', method_label = null
  where owner_id = person;
  for session in
    update sessions
    set ended_at = market_now()
    where user_id = person and ended_at is null
    returning id
  loop
    perform pg_notify('live_end', session::text);
  end loop;
  update sessions
  set ip = '', user_agent = ''
  where user_id = person;
  delete from email_codes where user_id = person;
  delete from known_devices where user_id = person;
  delete from password_resets where user_id = person;
  delete from authenticators where user_id = person;
  delete from passkeys where user_id = person;
  delete from credential_failures where user_id = person;
  delete from credentials where user_id = person;
  delete from user_relations where user_id = person or other_id = person;
  delete from offer_favorites where user_id = person;
  delete from notifications where user_id = person;
  -- The last: what stands above is noted there.
  delete from account_activity where user_id = person;
end $$;

-- Closes one account that is due: 'closed', also the second time; 'withdrawn'; 'early'; 'waits' while something stands in
-- the way. All of it happens or nothing. What takes the place of who they were comes sealed from the worker, which alone
-- has the key; the username's look stays, so that nobody takes the name.
create function close_account(
  closure_id bigint, username text, referral_code text, email_sealed bytea, email_index bytea, first_name_sealed bytea,
  last_name_sealed bytea, birth_date_sealed bytea) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  closure account_closures;
begin
  select * into closure from account_closures where account_closures.id = closure_id for update;
  if closure.closed_at is not null then return 'closed'; end if;
  if closure.id is null or closure.withdrawn_at is not null then return 'withdrawn'; end if;
  if closure.due_at > market_now() then return 'early'; end if;
  perform from users where users.id = closure.user_id for update;
  if exists (select from closing_obstacles(closure.user_id)) then return 'waits'; end if;
  update users
  set username = close_account.username, username_changed_at = market_now(), email_sealed = close_account.email_sealed,
      email_index = close_account.email_index, email_confirmed_at = null, first_name_sealed = close_account.first_name_sealed,
      last_name_sealed = close_account.last_name_sealed, birth_date_sealed = close_account.birth_date_sealed,
      full_name_visibility = 'hidden', bio = '', locale = 'en', currency_code = 'USD', timezone = 'UTC',
      referral_code = close_account.referral_code, referred_by = null, tours_completed = '{}', granted_level = null
  where users.id = closure.user_id;
  perform erase_what_user_wrote(closure.user_id);
  update account_closures
  set closed_at = market_now()
  where account_closures.id = closure_id;
  return 'closed';
end $$;

revoke all on function closing_obstacles(bigint), ask_to_close(bigint, text, bigint), take_back_closing(bigint),
  erase_what_user_wrote(bigint), close_account(bigint, text, text, bytea, bytea, bytea, bytea, bytea) from public;
grant execute on function closing_obstacles(bigint), ask_to_close(bigint, text, bigint), take_back_closing(bigint) to parley_web;
grant execute on function close_account(bigint, text, text, bytea, bytea, bytea, bytea, bytea) to parley_worker;

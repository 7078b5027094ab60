-- Whoever has an account elsewhere signs in by it (OpenID Connect) in place of the password. A worker asks the provider and writes what
-- it said; the web begins attempts and brings the browser's answer, and can write of nobody that a provider knows them. Connecting one
-- takes a proof and is as heavy as a new factor. Owned by people/social-accounts.

-- As the worker was configured, with what each provider says of itself: the web asks nobody.
create table social_providers (
  id                     text        primary key check (id ~ '^[a-z][a-z0-9-]{0,29}$'),
  title                  text        not null,
  issuer                 text        not null,
  client_id              text        not null,
  redirect_uri           text        not null,
  position               int         not null,
  -- Null until it has answered, and while it does not.
  authorization_endpoint text,
  seen_at                timestamptz not null
);
grant select on social_providers to parley_web;
grant select, insert, update, delete on social_providers to parley_worker;

create table social_attempts (
  id            bigint      generated always as identity primary key,
  public_id     text        not null unique,
  provider      text        not null,
  -- Who connects it; null for who signs in.
  user_id       bigint      references users,
  -- SHA-256 of the token in the browser's cookie, of the browser's name, and of what the provider brings back.
  token_hash    bytea       not null unique,
  browser_hash  bytea       not null,
  state_hash    bytea       not null,
  nonce         text        not null,
  -- Both empty once the worker has used them.
  code_verifier text        not null,
  answer        text        not null default '',
  next_path     text,
  began_at      timestamptz not null,
  expires_at    timestamptz not null,
  status        text        not null default 'begun' check (status in ('begun', 'returned', 'verified', 'failed', 'used')),
  fault         text        check (fault in ('denied', 'away', 'wrong')),
  verified_at   timestamptz,
  issuer        text,
  subject_hash  bytea,
  hint          text,
  -- Email and names for the form of a new account.
  person_sealed bytea,
  -- The provider has confirmed the email, and the operator trusts it with that.
  is_trusted    boolean     not null default false,
  -- The web writes both.
  constraint social_attempts_ends_soon check (expires_at <= began_at + interval '15 minutes'),
  check ((status in ('verified', 'used')) = (subject_hash is not null and verified_at is not null))
);
create index social_attempts_returned on social_attempts (id) where status = 'returned';
create index social_attempts_by_age on social_attempts (began_at);
create index social_attempts_of_user on social_attempts (user_id) where user_id is not null;
grant select on social_attempts to parley_web;
grant insert (public_id, provider, user_id, token_hash, browser_hash, state_hash, nonce, code_verifier, next_path, began_at, expires_at)
  on social_attempts to parley_web;
grant select, delete on social_attempts to parley_worker;
grant update (status, fault, verified_at, issuer, subject_hash, hint, person_sealed, is_trusted, code_verifier, answer)
  on social_attempts to parley_worker;

create table social_accounts (
  id           bigint      generated always as identity primary key,
  user_id      bigint      not null references users,
  provider     text        not null,
  issuer       text        not null,
  subject_hash bytea       not null,
  hint         text,
  connected_at timestamptz not null,
  unique (issuer, subject_hash),
  unique (user_id, provider)
);
grant select on social_accounts to parley_web;

do $$
declare
  stands text := (
    select pg_get_constraintdef(oid) from pg_constraint where conname = 'send_out_holds_reason_check');
  kinds  text := (
    select pg_get_constraintdef(oid) from pg_constraint where conname = 'account_activity_kind_check');
begin
  alter table send_out_holds drop constraint send_out_holds_reason_check;
  execute 'alter table send_out_holds add constraint send_out_holds_reason_check '
    || replace(stands, 'ARRAY[', 'ARRAY[''new_sign_in''::text, ');
  alter table account_activity drop constraint account_activity_kind_check;
  execute 'alter table account_activity add constraint account_activity_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''social_connected''::text, ''social_disconnected''::text, ');
end $$;

-- What the browser brings back from the provider, once: 'returned'; 'again' where it is there already; 'gone'.
create function return_social_attempt(token_hash bytea, browser_hash bytea, state_hash bytea, provider text, answer text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  known social_attempts;
begin
  select attempt.* into known
  from social_attempts attempt
  where attempt.token_hash = return_social_attempt.token_hash
  for update;
  if known.id is null or known.browser_hash <> browser_hash or known.state_hash <> state_hash or known.provider <> provider
    or known.expires_at <= market_now() or known.status = 'used'
  then
    return 'gone';
  end if;
  if known.status <> 'begun' then return 'again'; end if;
  update social_attempts attempt
  set status = 'returned', answer = return_social_attempt.answer
  where attempt.id = known.id;
  return 'returned';
end $$;

-- Signs in by it, once: whose account it is; null where it is nobody's, or has ended.
create function use_social_sign_in(attempt_id bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  known  social_attempts;
  person bigint;
begin
  select attempt.* into known from social_attempts attempt where attempt.id = attempt_id for update;
  if known.status is distinct from 'verified' or known.user_id is not null or known.expires_at <= market_now() then return null; end if;
  -- Locked: who disconnects it at once with this waits, or is found gone.
  select account.user_id into person
  from social_accounts account
  where account.issuer = known.issuer and account.subject_hash = known.subject_hash
  for share;
  if person is null then return null; end if;
  update social_attempts attempt set status = 'used', person_sealed = null where attempt.id = known.id;
  return person;
end $$;

-- 'done', 'taken' where it is another account's, 'known' where this account has one of that provider.
create function keep_social_account(attempt social_attempts, user_id bigint, at timestamptz) returns text
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  if exists (
    select from social_accounts account
    where account.user_id = keep_social_account.user_id and account.provider = attempt.provider)
  then
    return 'known';
  end if;
  insert into social_accounts (user_id, provider, issuer, subject_hash, hint, connected_at)
  values (user_id, attempt.provider, attempt.issuer, attempt.subject_hash, attempt.hint, at)
  on conflict (issuer, subject_hash) do nothing;
  if not found then return 'taken'; end if;
  update social_attempts known set status = 'used', person_sealed = null where known.id = attempt.id;
  perform note_activity(user_id, 'social_connected', title_of_social(attempt.provider));
  return 'done';
end $$;

-- By its owner, with a proof of just that: 'done', 'taken', 'known', 'gone', 'unproved'. Nothing leaves for as long as after a new
-- factor. Locks the user and spends the proof.
create function connect_social_account(user_id bigint, public_id text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at      timestamptz;
  known   social_attempts;
  outcome text;
  until   timestamptz;
begin
  perform from users where users.id = user_id for update;
  select attempt.* into known from social_attempts attempt where attempt.public_id = connect_social_account.public_id for update;
  at := market_now();
  if known.status is distinct from 'verified' or known.user_id is distinct from user_id or known.expires_at <= at then
    return 'gone';
  end if;
  perform spend_proofs(array['connect_social:' || user_id || ':' || public_id], array[user_id]);
  if not found then return 'unproved'; end if;
  outcome := keep_social_account(known, user_id, at);
  if outcome <> 'done' then return outcome; end if;
  until := at + make_interval(hours => (setting_value('auth.new_factor_hold_hours') #>> '{}')::int);
  insert into send_out_holds (user_id, reason, began_at, ends_at)
  values (user_id, 'new_sign_in', at, until);
  update send_outs waiting
  set due_at = greatest(waiting.due_at, until)
  where waiting.user_id = connect_social_account.user_id and waiting.status = 'pending'
    and not exists (
      select from chain_payments payment where payment.purpose = 'send_out' and payment.subject = waiting.hash);
  insert into events (type, subject, payload, at)
  values ('account.social_connected', user_id::text, jsonb_build_object('detail', title_of_social(known.provider)), at);
  return 'done';
end $$;

create function title_of_social(provider text) returns text
language sql stable set search_path = public, pg_temp as $$
  select coalesce((select known.title from social_providers known where known.id = title_of_social.provider), provider)
$$;

-- To an account that was just made, in which nobody has been yet: 'done', 'taken', 'gone'. Nobody loses anything with it, whoever's it
-- is said to be.
create function register_social_account(user_id bigint, attempt_id bigint) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  known social_attempts;
begin
  if not exists (
    select from users
    where users.id = user_id and users.email_confirmed_at is null and users.created_at > market_now() - interval '1 minute'
      and not exists (select from sessions where sessions.user_id = register_social_account.user_id))
  then
    return 'gone';
  end if;
  select attempt.* into known from social_attempts attempt where attempt.id = attempt_id for update;
  if known.status is distinct from 'verified' or known.user_id is not null or known.expires_at <= market_now() then
    return 'gone';
  end if;
  return keep_social_account(known, user_id, market_now());
end $$;

-- 'done', 'none', 'unproved'. Locks the user and spends the proof.
create function disconnect_social_account(user_id bigint, provider text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform from users where users.id = user_id for update;
  if not exists (
    select from social_accounts account
    where account.user_id = disconnect_social_account.user_id and account.provider = disconnect_social_account.provider)
  then
    return 'none';
  end if;
  perform spend_proofs(array['disconnect_social:' || user_id || ':' || provider], array[user_id]);
  if not found then return 'unproved'; end if;
  delete from social_accounts account
  where account.user_id = disconnect_social_account.user_id and account.provider = disconnect_social_account.provider;
  perform note_activity(user_id, 'social_disconnected', title_of_social(provider));
  insert into events (type, subject, payload, at)
  values ('account.social_disconnected', user_id::text, jsonb_build_object('detail', title_of_social(provider)), market_now());
  return 'done';
end $$;

-- Whoever changes the password may do so because somebody else was in: a way in that they made stays no longer than their sessions.
create function end_social_accounts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended text;
begin
  for ended in delete from social_accounts where user_id = new.user_id returning provider
  loop
    perform note_activity(new.user_id, 'social_disconnected', title_of_social(ended));
    insert into events (type, subject, payload, at)
    values ('account.social_disconnected', new.user_id::text, jsonb_build_object('detail', title_of_social(ended)), market_now());
  end loop;
  delete from social_attempts where user_id = new.user_id;
  return null;
end $$;
create trigger social_accounts_end after update of password_hash on credentials
  for each row when (new.user_id is not null and new.password_hash <> old.password_hash)
  execute function end_social_accounts();

create function erase_social_accounts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from social_accounts where user_id = new.user_id;
  delete from social_attempts where user_id = new.user_id;
  return null;
end $$;
create trigger social_accounts_erased after update of closed_at on account_closures
  for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_social_accounts();

-- As lines of JSON, for an archive that is being made.
create function export_social_accounts(export_id bigint, after bigint, most int) returns table (key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select account.id, jsonb_build_object('provider', account.provider, 'issuer', account.issuer, 'account', account.hint,
    'connectedAt', account.connected_at)::text
  from data_exports waiting
  join social_accounts account on account.user_id = waiting.user_id
  where waiting.id = export_social_accounts.export_id and waiting.made_at is null and account.id > export_social_accounts.after
  order by account.id
  limit export_social_accounts.most
$$;

revoke all on function return_social_attempt(bytea, bytea, bytea, text, text), use_social_sign_in(bigint),
  keep_social_account(social_attempts, bigint, timestamptz), connect_social_account(bigint, text), title_of_social(text),
  register_social_account(bigint, bigint), disconnect_social_account(bigint, text), end_social_accounts(),
  erase_social_accounts(), export_social_accounts(bigint, bigint, int) from public;
grant execute on function return_social_attempt(bytea, bytea, bytea, text, text), use_social_sign_in(bigint),
  connect_social_account(bigint, text), register_social_account(bigint, bigint), disconnect_social_account(bigint, text)
  to parley_web;
grant execute on function export_social_accounts(bigint, bigint, int) to parley_worker;

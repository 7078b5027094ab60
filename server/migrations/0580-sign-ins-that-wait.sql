-- A sign-in that waits for its second step could be finished by what is at hand at the new browser alone, and a right password that
-- went no further left no trace. Now a browser of the account that is signed in may approve it, with a proof that the signer takes
-- and the number that the new browser shows; and what was left unfinished is told. Owned by people/auth and signer.

-- Where from, for its owner; told_at: it ended unfinished and stands in the activity; mailed: an email went out as well.
alter table pending_sign_ins add column ip text not null default '';
alter table pending_sign_ins add column user_agent text not null default '';
alter table pending_sign_ins add column told_at timestamptz;
alter table pending_sign_ins add column is_mailed boolean not null default false;

alter table account_activity drop constraint account_activity_kind_check;
alter table account_activity add constraint account_activity_kind_check check (kind in (
  'signed_in', 'session_ended', 'new_device', 'wrong_password', 'wrong_confirmation', 'wrong_code',
  'reset_asked', 'recovery_began', 'password_reset', 'password_changed', 'factor_added', 'factor_removed',
  'email_confirmed', 'email_changed', 'username_changed', 'role_granted', 'role_revoked',
  'closing_asked', 'closing_withdrawn', 'data_asked', 'phone_confirmed', 'phone_removed',
  'wrong_second_step', 'recovery_code_used', 'recovery_codes_made', 'factor_options_set',
  'sign_in_asked', 'sign_in_approved', 'sign_in_denied', 'second_step_left'));

create table sign_in_approvals (
  id         bigint      generated always as identity primary key,
  -- What the approver's proof is for.
  public_id  text        not null unique,
  pending_id bigint      not null unique references pending_sign_ins on delete cascade,
  -- The public id of the sign-in, as the signer is asked about it.
  sign_in_id text        not null unique,
  user_id    bigint      not null references users,
  -- Shown at the new browser, and one of those to choose from at the other.
  number     int         not null check (number between 10 and 99),
  choices    int[]       not null,
  network    text        not null,
  ip         text        not null,
  user_agent text        not null,
  made_at    timestamptz not null,
  expires_at timestamptz not null,
  state      text        not null default 'pending' check (state in ('pending', 'approved', 'denied')),
  decided_at timestamptz,
  check (number = any(choices) and cardinality(choices) = 3),
  check ((state = 'pending') = (decided_at is null))
);
create index sign_in_approvals_of_user on sign_in_approvals (user_id, made_at);
grant select on sign_in_approvals to parley_web;
grant select, update (state, decided_at) on sign_in_approvals to parley_signer;

create function keep_approval_decided() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'a sign-in that was approved or denied stays so' using errcode = 'insufficient_privilege';
end $$;
create trigger approval_stays_decided before update on sign_in_approvals
  for each row when (old.state <> 'pending')
  execute function keep_approval_decided();

-- A sign-in that waits asks the account's other browsers. Says 'asked', again for one that has asked; 'gone', 'open' while another one
-- asks (one of the same browser and network gives way), 'blocked' for a day where one from this network was denied, 'too_many' after three in an hour or ten in a day.
create function ask_sign_in_approval(pending_id bigint, public_id text, number int, choices int[], network text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  waiting pending_sign_ins;
  at timestamptz;
begin
  select * into waiting from pending_sign_ins sign_in where sign_in.id = pending_id;
  if waiting.id is null then
    return 'gone';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('sign-in-approvals:' || waiting.user_id, 0));
  select * into waiting from pending_sign_ins sign_in where sign_in.id = pending_id for update;
  at := market_now();
  if waiting.id is null or waiting.spent_at is not null or waiting.tries_left = 0 or waiting.expires_at <= at then
    return 'gone';
  end if;
  if exists (select from sign_in_approvals earlier where earlier.pending_id = waiting.id) then
    return 'asked';
  end if;
  if exists (select from sign_in_approvals denied where denied.user_id = waiting.user_id and denied.state = 'denied'
    and denied.network = network and denied.decided_at > at - interval '1 day')
  then
    return 'blocked';
  end if;
  if exists (
    select
    from sign_in_approvals other
    join pending_sign_ins sign_in on sign_in.id = other.pending_id and sign_in.spent_at is null
    where other.user_id = waiting.user_id and other.state = 'pending' and other.expires_at > at
      and (sign_in.browser_hash <> waiting.browser_hash or other.network <> left(network, 64)))
  then
    return 'open';
  end if;
  if 3 <= (select count(*) from sign_in_approvals made where made.user_id = waiting.user_id and made.made_at > at - interval '1 hour')
    or 10 <= (select count(*) from sign_in_approvals made where made.user_id = waiting.user_id and made.made_at > at - interval '1 day')
  then
    return 'too_many';
  end if;
  update sign_in_approvals older
  set expires_at = at
  where older.user_id = waiting.user_id and older.state = 'pending' and older.expires_at > at;
  insert into sign_in_approvals (public_id, pending_id, sign_in_id, user_id, number, choices, network, ip, user_agent, made_at, expires_at)
  values (public_id, waiting.id, waiting.public_id, waiting.user_id, number, choices, left(network, 64),
    coalesce(left(called_from() ->> 'ip', 64), ''), coalesce(left(called_from() ->> 'userAgent', 400), ''), at, waiting.expires_at);
  perform note_activity(waiting.user_id, 'sign_in_asked', '');
  insert into events (type, subject, payload, at)
  values ('account.sign_in_asked', waiting.user_id::text, jsonb_build_object('detail', coalesce(called_from() ->> 'ip', '')), at);
  return 'asked';
end $$;

-- Whoever is signed in says no: nothing has to be shown for that. False for what is not theirs, was decided or is over.
create function deny_sign_in(public_id text, user_id bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sign_in_approvals asked
  set state = 'denied', decided_at = market_now()
  where asked.public_id = deny_sign_in.public_id and asked.user_id = deny_sign_in.user_id
    and asked.state = 'pending' and asked.expires_at > market_now();
  return found;
end $$;

-- Whoever decides, and whatever process: the owner is told, and what was denied waits no longer.
create function tell_approval() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.state = 'denied' then
    update pending_sign_ins
    set spent_at = market_now()
    where id = new.pending_id and spent_at is null;
  end if;
  perform note_activity(new.user_id, 'sign_in_' || new.state, '');
  insert into events (type, subject, payload, at)
  values ('account.sign_in_' || new.state, new.user_id::text, jsonb_build_object('detail', new.ip), market_now());
  return null;
end $$;
create trigger approval_told after update of state on sign_in_approvals
  for each row when (old.state = 'pending' and new.state <> 'pending')
  execute function tell_approval();

-- Sign-ins that ended without their second step: somebody is past the first. A line for each place and hour, and one email a day, but
-- none where the same browser signed in or the password changed meanwhile. Returns how many there were.
create function tell_unfinished_sign_ins(most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at timestamptz := market_now();
  ended pending_sign_ins;
  told int := 0;
  is_owner boolean;
begin
  for ended in
    select sign_in.*
    from pending_sign_ins sign_in
    where sign_in.told_at is null and sign_in.spent_at is null and sign_in.expires_at <= at
    order by sign_in.id
    limit tell_unfinished_sign_ins.most
    for update skip locked
  loop
    told := told + 1;
    perform set_config('parley.called_from', jsonb_build_object('ip', ended.ip, 'userAgent', ended.user_agent)::text, true);
    perform note_wrong_guess(ended.user_id, 'second_step_left');
    is_owner := exists (select from sessions where sessions.user_id = ended.user_id and sessions.created_at >= ended.made_at
        and sessions.ip = ended.ip and sessions.user_agent = ended.user_agent)
      -- Whoever was in by the old password is not any more.
      or exists (select from credentials where credentials.user_id = ended.user_id and credentials.changed_at > ended.password_at)
      or exists (select from pending_sign_ins earlier where earlier.user_id = ended.user_id and earlier.is_mailed
        and earlier.told_at > at - interval '1 day');
    update pending_sign_ins
    set told_at = at, is_mailed = not is_owner
    where id = ended.id;
    if not is_owner then
      insert into events (type, subject, payload, at)
      values ('account.second_step_left', ended.user_id::text, jsonb_build_object('detail', ended.ip), at);
    end if;
  end loop;
  perform set_config('parley.called_from', '', true);
  return told;
end $$;
create index pending_sign_ins_untold on pending_sign_ins (expires_at) where told_at is null and spent_at is null;

revoke all on function keep_approval_decided(), ask_sign_in_approval(bigint, text, int, int[], text), deny_sign_in(text, bigint),
  tell_approval(), tell_unfinished_sign_ins(int) from public;
grant execute on function ask_sign_in_approval(bigint, text, int, int[], text), deny_sign_in(text, bigint) to parley_web;
grant execute on function tell_unfinished_sign_ins(int) to parley_worker;

-- An email that was confirmed stood for ever: whoever lost the mailbox lost the account with it. Its owner changes it with a proof
-- of just that and a code that came to the new address. The old address gets a link that takes it back for some days; other sessions
-- end, and nothing leaves the wallet for a day. Owned by people/email-change.

create table email_changes (
  id           bigint      generated always as identity primary key,
  user_id      bigint      not null references users,
  email_sealed bytea       not null,
  email_index  bytea       not null,
  code_hash    bytea       not null,
  tries_left   int         not null,
  asked_at     timestamptz not null,
  expires_at   timestamptz not null,
  -- What it was before; from when it was changed.
  old_sealed   bytea,
  old_index    bytea,
  done_at      timestamptz,
  -- SHA-256 in hexadecimal of the link's token, once a worker has sent it.
  undo_hash    text        unique,
  undo_until   timestamptz,
  undone_at    timestamptz,
  check ((done_at is null) = (old_sealed is null))
);
create index email_changes_of_user on email_changes (user_id, id desc);
create index email_changes_to_tell on email_changes (id) where done_at is not null and undo_hash is null;
-- Not the digests: whoever reads those as the web takes changes back, or finds the codes out.
grant select (id, user_id, email_sealed) on email_changes to parley_web;
grant select on email_changes to parley_worker;
grant update (undo_hash) on email_changes to parley_worker;

insert into setting_rules (name, shape, initial, takes_two)
values ('accounts.email_undo_days', '{"type":"integer","minimum":1,"maximum":90}', '7', true);

-- One more reason beside those that there are.
do $$
declare
  stands text := (
    select pg_get_constraintdef(oid) from pg_constraint where conname = 'send_out_holds_reason_check');
begin
  alter table send_out_holds drop constraint send_out_holds_reason_check;
  execute 'alter table send_out_holds add constraint send_out_holds_reason_check '
    || replace(stands, 'ARRAY[', 'ARRAY[''new_email''::text, ');
end $$;

-- What the address opened ends: sessions but this one, proofs, codes and links to a new password. Nothing leaves for so long, and what
-- waits waits as long.
create function end_what_email_opened(user_id bigint, session_id bigint, hours int) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at    timestamptz := market_now();
  until timestamptz := at + make_interval(hours => hours);
  ended bigint;
begin
  for ended in
    update sessions
    set ended_at = at
    where sessions.user_id = end_what_email_opened.user_id and ended_at is null and id is distinct from session_id
    returning id
  loop
    perform pg_notify('live_end', ended::text);
  end loop;
  update proofs
  set expires_at = least(expires_at, at)
  where proofs.user_id = end_what_email_opened.user_id and spent_at is null;
  delete from password_resets reset
  where reset.user_id = end_what_email_opened.user_id;
  insert into send_out_holds (user_id, reason, began_at, ends_at)
  values (user_id, 'new_email', at, until);
  update send_outs waiting
  set due_at = greatest(waiting.due_at, until)
  where waiting.user_id = end_what_email_opened.user_id and waiting.status = 'pending'
    and not exists (
      select from chain_payments payment where payment.purpose = 'send_out' and payment.subject = waiting.hash);
end $$;

-- Begins one, in the place of one that was not finished: 'sent'; 'unproved'; 'unconfirmed'; 'same'; 'soon' within a minute of the last
-- or after five in a day. Locks the user and spends the proof.
create function begin_email_change(user_id bigint, email_sealed bytea, email_index bytea, code_hash bytea) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at  timestamptz;
  own users;
begin
  select * into own from users where users.id = user_id for update;
  at := market_now();
  if own.email_confirmed_at is null then return 'unconfirmed'; end if;
  if own.email_index = email_index then return 'same'; end if;
  if exists (
      select from email_changes known
      where known.user_id = begin_email_change.user_id and known.asked_at > at - interval '1 minute')
    or 5 <= (
      select count(*) from email_changes known
      where known.user_id = begin_email_change.user_id and known.asked_at > at - interval '1 day')
  then
    return 'soon';
  end if;
  perform spend_proofs(array['change_email:' || user_id], array[user_id]);
  if not found then return 'unproved'; end if;
  update email_changes known
  set expires_at = least(known.expires_at, at)
  where known.user_id = begin_email_change.user_id and known.done_at is null;
  insert into email_changes (user_id, email_sealed, email_index, code_hash, tries_left, asked_at, expires_at)
  values (user_id, email_sealed, email_index, code_hash, 5, at, at + interval '10 minutes');
  return 'sent';
end $$;

-- By the code that came to the new address: 'done'; 'wrong'; 'expired'; 'taken' where somebody else has confirmed it meanwhile.
create function confirm_email_change(user_id bigint, session_id bigint, code_hash bytea, hint text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at     timestamptz;
  own    users;
  change email_changes;
  days   int := coalesce((select (value #>> '{}')::int from settings where name = 'accounts.email_undo_days'), 7);
begin
  select * into own from users where users.id = user_id for update;
  at := market_now();
  select known.* into change
  from email_changes known
  where known.user_id = confirm_email_change.user_id
  order by known.id desc
  limit 1
  for update;
  if change.id is null or change.done_at is not null or change.expires_at <= at or change.tries_left <= 0
    or own.email_confirmed_at is null
  then
    return 'expired';
  end if;
  if change.code_hash <> code_hash then
    update email_changes set tries_left = tries_left - 1 where email_changes.id = change.id;
    return 'wrong';
  end if;
  -- The last of two that confirm one address at once waits here, and finds it taken.
  begin
    update users
    set email_sealed = change.email_sealed, email_index = change.email_index
    where users.id = user_id;
  exception when unique_violation then
    update email_changes set expires_at = at where email_changes.id = change.id;
    return 'taken';
  end;
  update email_changes
  set old_sealed = own.email_sealed, old_index = own.email_index, done_at = at, undo_until = at + make_interval(days => days)
  where email_changes.id = change.id;
  perform end_what_email_opened(user_id, session_id, (setting_value('auth.new_factor_hold_hours') #>> '{}')::int);
  insert into events (type, subject, payload, at)
  values ('account.email_changed', user_id::text, jsonb_build_object('detail', left(hint, 200)), at);
  return 'done';
end $$;

-- By the link that came to the old address: 'done'; 'gone' where it has ended, was used, or somebody else has that address now. All
-- sessions end, and changes that came later can be taken back no more.
create function undo_email_change(undo_hash text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at     timestamptz;
  change email_changes;
begin
  select known.* into change from email_changes known where known.undo_hash = undo_email_change.undo_hash;
  if change.id is null then return 'gone'; end if;
  perform from users where users.id = change.user_id for update;
  at := market_now();
  select known.* into change from email_changes known where known.id = change.id for update;
  if change.undone_at is not null or change.undo_until <= at then return 'gone'; end if;
  if exists (
    select from account_closures closure where closure.user_id = change.user_id and closure.closed_at is not null)
  then
    return 'gone';
  end if;
  begin
    update users
    set email_sealed = change.old_sealed, email_index = change.old_index
    where users.id = change.user_id;
  exception when unique_violation then
    return 'gone';
  end;
  update email_changes known
  set undone_at = at, expires_at = least(known.expires_at, at)
  where known.user_id = change.user_id and known.id >= change.id and known.undone_at is null;
  perform end_what_email_opened(change.user_id, null, (setting_value('auth.lost_factor_hold_hours') #>> '{}')::int);
  insert into events (type, subject, payload, at)
  values ('account.email_restored', change.user_id::text,
    jsonb_build_object('detail', to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')), at);
  return 'done';
end $$;

create function erase_email_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from email_changes where user_id = new.user_id;
  return null;
end $$;
create trigger email_changes_erased after update of closed_at on account_closures
  for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_email_changes();

revoke all on function end_what_email_opened(bigint, bigint, int), begin_email_change(bigint, bytea, bytea, bytea),
  confirm_email_change(bigint, bigint, bytea, text), undo_email_change(text), erase_email_changes() from public;
grant execute on function begin_email_change(bigint, bytea, bytea, bytea), confirm_email_change(bigint, bigint, bytea, text),
  undo_email_change(text) to parley_web;

-- Who has lost the mailbox and every factor did not come back. They ask without an account: they show their document and themselves with a
-- code of the case; two of the staff compare that with what was verified; after three days, of which every channel of before hears and in
-- which each may stop it, a link to the new mailbox sets a new password. The web makes none of the links, and reads no digest of theirs.
-- Owned by outward/recovery.

create table account_recoveries (
  id              bigint      generated always as identity primary key,
  reference       text        not null unique,
  -- Held into the camera on paper.
  code            text        not null check (code ~ '^[0-9]{8}$'),
  status          text        not null default 'started' check (status in (
    'started', 'submitted', 'pending', 'approved', 'ready', 'done', 'rejected', 'stopped', 'expired')),
  -- Whose it is, as found when the new mailbox was confirmed; null where nobody was.
  user_id         bigint      references users,
  -- Which account they named and what happened, as JSON; and the new mailbox.
  details_sealed  bytea       not null,
  email_sealed    bytea       not null,
  email_index     bytea       not null,
  -- What they named, as the mark of an email and as a username: one of the two may find somebody.
  account_mark    bytea       not null,
  account_name    text        not null,
  lang            text        not null check (lang in ('en', 'es', 'ar')),
  uploads_left    int         not null default 12 check (uploads_left >= 0),
  started_at      timestamptz not null,
  submitted_at    timestamptz,
  confirmed_at    timestamptz,
  waits_until     timestamptz,
  ended_at        timestamptz,
  reason          text,
  rejected_by     bigint      references users,
  old_email_sealed bytea,
  -- SHA-256 in hexadecimal: of what the asker's page holds, of the link that confirms the mailbox, of that which stops, of that to the password.
  secret_hash     text        not null unique,
  confirm_hash    text        unique,
  stop_hash       text        unique,
  link_hash       text        unique,
  link_until      timestamptz,
  -- The new mailbox as the account will have it; a worker writes both with the link.
  user_email_sealed bytea,
  user_email_index  bytea,
  check ((status in ('done', 'rejected', 'stopped', 'expired')) = (ended_at is not null)),
  check (rejected_by <> user_id)
);
-- One waits at a time: two links to one account would be two owners.
create unique index account_recoveries_running on account_recoveries (user_id) where status in ('approved', 'ready');
create index account_recoveries_open on account_recoveries (status, id) where ended_at is null;
create index account_recoveries_of_user on account_recoveries (user_id, id);
create index account_recoveries_ended on account_recoveries (ended_at) where ended_at is not null;

create table recovery_pictures (
  recovery_id bigint      not null references account_recoveries on delete cascade,
  side        text        not null check (side in ('front', 'selfie')),
  file_key    text        not null,
  -- Of this file alone.
  key_sealed  bytea       not null,
  added_at    timestamptz not null,
  primary key (recovery_id, side)
);

-- Who opened it. The reason stands in the chain of staff acts.
create table recovery_looks (
  recovery_id bigint      not null references account_recoveries on delete cascade,
  staff_id    bigint      not null references users,
  at          timestamptz not null,
  primary key (recovery_id, staff_id, at)
);
create index recovery_looks_of_staff on recovery_looks (staff_id, at);

create table recovery_approvals (
  recovery_id bigint      not null references account_recoveries on delete cascade,
  staff_id    bigint      not null references users,
  at          timestamptz not null,
  primary key (recovery_id, staff_id)
);

insert into setting_rules (name, shape, initial, takes_two)
values
  ('accounts.recovery_wait_hours', '{"type":"integer","minimum":24,"maximum":720}', '72', true),
  ('accounts.recovery_stop_days', '{"type":"integer","minimum":1,"maximum":365}', '30', true),
  ('accounts.recovery_most_open', '{"type":"integer","minimum":10,"maximum":5000}', '300', true);

do $$
declare
  stands text := (
    select pg_get_constraintdef(oid) from pg_constraint where conname = 'send_out_holds_reason_check');
  kinds  text := (
    select pg_get_constraintdef(oid) from pg_constraint where conname = 'account_activity_kind_check');
begin
  alter table send_out_holds drop constraint send_out_holds_reason_check;
  execute 'alter table send_out_holds add constraint send_out_holds_reason_check '
    || replace(stands, 'ARRAY[', 'ARRAY[''recovery''::text, ');
  alter table account_activity drop constraint account_activity_kind_check;
  execute 'alter table account_activity add constraint account_activity_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''staff_recovery_approved''::text, ''staff_recovery_stopped''::text, ''staff_recovered''::text, ');
end $$;

-- Its pictures go with its end: rows with the only keys now, files by the job of documents.
create function end_recovery(recovery_id bigint, ending text, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  insert into verification_files_to_remove (file_key)
  select picture.file_key from recovery_pictures picture where picture.recovery_id = end_recovery.recovery_id
  on conflict do nothing;
  delete from recovery_pictures picture where picture.recovery_id = end_recovery.recovery_id;
  update account_recoveries known
  set status = ending, ended_at = at
  where known.id = recovery_id;
end $$;

-- The account before its case, as everything that locks both does. Null where there is none.
create function locked_recovery(recovery_id bigint) returns account_recoveries
language plpgsql set search_path = public, pg_temp as $$
declare
  known account_recoveries;
begin
  perform from users
  where users.id = (select one.user_id from account_recoveries one where one.id = locked_recovery.recovery_id)
  for update;
  select one.* into known from account_recoveries one where one.id = locked_recovery.recovery_id for update;
  return known;
end $$;

-- Nothing leaves so long: what is asked for later, and what waits already.
create function hold_recovered(user_id bigint, reason text, at timestamptz, until timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  insert into send_out_holds (user_id, reason, began_at, ends_at)
  values (user_id, reason, at, until);
  update send_outs waiting
  set due_at = greatest(waiting.due_at, until)
  where waiting.user_id = hold_recovered.user_id and waiting.status = 'pending'
    and not exists (
      select from chain_payments payment where payment.purpose = 'send_out' and payment.subject = waiting.hash);
end $$;

-- The asker is told by the worker, whoever's account it is.
create function tell_recovery_case(reference text, at timestamptz) returns void
language sql set search_path = public, pg_temp as $$
  insert into events (type, subject, payload, at) values ('recovery.changed', reference, '{}', at)
$$;

-- Those that wait for their mailbox or for staff are as many as may be.
create function recoveries_are_full() returns boolean
language sql stable set search_path = public, pg_temp as $$
  select count(*) >= (setting_value('accounts.recovery_most_open') #>> '{}')::int
  from account_recoveries known
  where known.status in ('submitted', 'pending')
$$;

-- Begins one, whatever was named: 'started'; 'full' while so many wait. A bare start keeps nobody out: of three times as many the oldest
-- ends, first of those without a picture.
create function start_recovery(
  reference text, code text, secret_hash text, details_sealed bytea, email_sealed bytea, email_index bytea, account_mark bytea,
  account_name text, lang text, at timestamptz
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265062);
  if recoveries_are_full() then
    return 'full';
  end if;
  if 3 * (setting_value('accounts.recovery_most_open') #>> '{}')::int
    <= (select count(*) from account_recoveries known where known.status = 'started')
  then
    perform end_recovery(oldest.id, 'expired', at)
    from (
      select known.id
      from account_recoveries known
      where known.status = 'started'
      order by exists (select from recovery_pictures picture where picture.recovery_id = known.id), known.id
      limit 1) as oldest;
  end if;
  insert into account_recoveries (reference, code, secret_hash, details_sealed, email_sealed, email_index, account_mark, account_name, lang, started_at)
  values (reference, code, secret_hash, details_sealed, email_sealed, email_index, account_mark, lower(account_name), lang, at);
  return 'started';
end $$;

-- Before a picture is drawn: 'taken'; 'unknown'; 'over'; 'many' after a dozen.
create function take_recovery_upload(reference text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  known account_recoveries;
begin
  select one.* into known
  from account_recoveries one
  where one.reference = take_recovery_upload.reference
  for update;
  if known.id is null then return 'unknown'; end if;
  if known.status <> 'started' then return 'over'; end if;
  if known.uploads_left = 0 then return 'many'; end if;
  update account_recoveries one set uploads_left = one.uploads_left - 1 where one.id = known.id;
  return 'taken';
end $$;

-- Until it is submitted; another of the same side takes its place: 'added'; 'unknown'; 'over'.
create function add_recovery_picture(reference text, side text, file_key text, key_sealed bytea, at timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  known account_recoveries;
begin
  perform assert_now(at);
  select one.* into known
  from account_recoveries one
  where one.reference = add_recovery_picture.reference
  for update;
  if known.id is null then return 'unknown'; end if;
  if known.status <> 'started' then return 'over'; end if;
  insert into verification_files_to_remove (file_key)
  select before.file_key
  from recovery_pictures before
  where before.recovery_id = known.id and before.side = add_recovery_picture.side and before.file_key <> add_recovery_picture.file_key
  on conflict do nothing;
  insert into recovery_pictures (recovery_id, side, file_key, key_sealed, added_at)
  values (known.id, side, file_key, key_sealed, at)
  on conflict on constraint recovery_pictures_pkey do update
  set file_key = excluded.file_key, key_sealed = excluded.key_sealed, added_at = excluded.added_at;
  return 'added';
end $$;

-- The worker sends a link to the new mailbox: 'submitted', also the second time; 'unknown'; 'over'; 'incomplete'; 'full'.
create function submit_recovery(secret_hash text, at timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  known account_recoveries;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265062);
  select one.* into known
  from account_recoveries one
  where one.secret_hash = submit_recovery.secret_hash
  for update;
  if known.id is null then return 'unknown'; end if;
  if known.status = 'submitted' then return 'submitted'; end if;
  if known.status <> 'started' then return 'over'; end if;
  if 2 <> (select count(*) from recovery_pictures picture where picture.recovery_id = known.id) then return 'incomplete'; end if;
  if recoveries_are_full() then return 'full'; end if;
  update account_recoveries one set status = 'submitted', submitted_at = at where one.id = known.id;
  perform tell_recovery_case(known.reference, at);
  return 'submitted';
end $$;

-- The digests of links, which a worker has sent; none is written where the case does not stand so. The wait counts from when those it is
-- about were told: workers that were away shorten it for nobody.
create function note_recovery_link(reference text, kind text, token_hash text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at    timestamptz := market_now();
  until timestamptz := at - interval '1 hour'
    + make_interval(hours => (setting_value('accounts.recovery_wait_hours') #>> '{}')::int);
  known account_recoveries;
begin
  known := locked_recovery((select one.id from account_recoveries one where one.reference = note_recovery_link.reference));
  if kind = 'confirm' and known.status = 'submitted' and known.confirm_hash is null then
    update account_recoveries one set confirm_hash = token_hash where one.id = known.id;
    return true;
  end if;
  if (kind = 'stop' and known.status = 'approved' and known.stop_hash is null) is not true then
    return false;
  end if;
  update account_recoveries one
  set stop_hash = token_hash, waits_until = greatest(one.waits_until, until)
  where one.id = known.id;
  if until > known.waits_until then
    perform hold_recovered(known.user_id, 'recovery', at, until + interval '3 days');
  end if;
  return true;
end $$;

-- The link was opened: staff see it from now on. 'confirmed', also the second time; 'gone'. Neither answer nor work says whether there is
-- such an account.
create function confirm_recovery(token_hash text, at timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  known account_recoveries;
begin
  perform assert_now(at);
  select one.* into known
  from account_recoveries one
  where one.confirm_hash = confirm_recovery.token_hash
  for update;
  if known.id is null then return 'gone'; end if;
  if known.status <> 'submitted' then return 'confirmed'; end if;
  update account_recoveries one
  set status = 'pending', confirmed_at = at, user_id = coalesce(
    (select users.id from users where users.email_index = known.account_mark and users.email_confirmed_at is not null),
    (select users.id from users where lower(users.username) = known.account_name))
  where one.id = known.id;
  return 'confirmed';
end $$;

-- What the asker may know, by the secret of their page or the link of their mailbox.
create function recovery_state(token_hash text)
returns table (reference text, code text, status text, reason text, waits_until timestamptz, sides text[])
language sql stable security definer set search_path = public, pg_temp as $$
  select one.reference, one.code, one.status, one.reason, one.waits_until,
    array(select picture.side from recovery_pictures picture where picture.recovery_id = one.id order by picture.side)
  from account_recoveries one
  where one.secret_hash = token_hash or one.confirm_hash = token_hash
$$;

-- Why a case cannot be approved, whoever asks; null where it can. What the pictures are compared with was approved before anybody asked.
create function recovery_fault(known account_recoveries, at timestamptz) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when known.user_id is null then 'no_account'
    when exists (select from user_roles granted where granted.user_id = known.user_id) then 'staff_account'
    when exists (select from account_closures gone where gone.user_id = known.user_id and gone.closed_at is not null) then 'closed'
    when not exists (
      select from verifications shown
      where shown.user_id = known.user_id and shown.kind = 'id' and shown.status = 'approved' and shown.decided_at < known.started_at)
      then 'no_document'
    when exists (
      select from account_recoveries before
      where before.user_id = known.user_id and before.status = 'stopped'
        and before.ended_at > at - make_interval(days => (setting_value('accounts.recovery_stop_days') #>> '{}')::int))
      then 'stopped_before'
    when exists (
      select from account_recoveries other
      where other.user_id = known.user_id and other.id <> known.id and other.status in ('approved', 'ready')) then 'running'
    when exists (
      select from users other
      where other.email_index = known.email_index and other.email_confirmed_at is not null and other.id <> known.user_id)
      then 'email_taken'
  end
$$;

-- The document of identity that the pictures are compared with.
create function recovery_identity(user_id bigint, before timestamptz) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select shown.reference
  from verifications shown
  where shown.user_id = recovery_identity.user_id and shown.kind = 'id' and shown.status = 'approved'
    and shown.decided_at < recovery_identity.before
$$;

-- The same for the page of the staff.
create function recovery_faults(reference text, at timestamptz) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select recovery_fault(one, at) from account_recoveries one where one.reference = recovery_faults.reference
$$;

-- Somebody of the staff opens it: who and why goes into the chain before anything is shown. Outcomes: noted; not_judge; unknown; own; budget.
create function look_at_recovery(reference text, staff_id bigint, reason text, at timestamptz, out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  shown account_recoveries;
begin
  perform assert_now(at);
  if (char_length(reason) between 3 and 300) is not true then
    raise exception 'nobody looks without a reason' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  select one.* into shown
  from account_recoveries one
  where one.reference = look_at_recovery.reference and one.confirmed_at is not null;
  outcome := case
    when may_judge(staff_id) is not true then 'not_judge'
    when shown.id is null then 'unknown'
    when shown.user_id = staff_id then 'own'
    when (
      select count(*) from recovery_looks looked
      where looked.staff_id = look_at_recovery.staff_id and looked.at > look_at_recovery.at - interval '1 day'
    ) >= coalesce((select (value #>> '{}')::int from settings where name = 'staff.documents_a_day'), 200) then 'budget'
    else 'noted'
  end;
  if outcome = 'noted' then
    insert into recovery_looks (recovery_id, staff_id, at)
    values (shown.id, staff_id, at)
    on conflict do nothing;
    perform add_staff_act(
      staff_id, 'recovery.look', staff_change_about(shown.user_id, 'recovery'), shown.reference || ': ' || reason, at);
  end if;
end $$;

-- A look shows it, and lets decide, for half an hour.
create function looks_at_recovery(recovery_id bigint, staff_id bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from recovery_looks looked
    where looked.recovery_id = looks_at_recovery.recovery_id
      and looked.staff_id = looks_at_recovery.staff_id and looked.at > market_now() - interval '30 minutes')
$$;

-- What is proved for an approval: the case, whose account it is and which mailbox gets it. Null where these staff may not, or nothing waits.
create function recovery_subject(staff_id bigint, reference text) returns text
language sql stable set search_path = public, pg_temp as $$
  select 'staff_approve_recovery:' || waiting.reference || ':' || waiting.user_id || ':' || encode(waiting.email_index, 'hex')
  from account_recoveries waiting
  where waiting.reference = recovery_subject.reference and waiting.status = 'pending'
    and waiting.user_id <> recovery_subject.staff_id and may_judge(recovery_subject.staff_id)
$$;

-- One of two persons approves, by a proof of just that. Outcomes: approved_first; approved by the second, while the first may still judge:
-- the wait begins, nothing leaves and every channel is told; not_judge; unknown; over; own; unlooked; second_person; unproved; and why not.
create function approve_recovery(reference text, staff_id bigint, at timestamptz, out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  shown account_recoveries;
  until timestamptz := at + make_interval(hours => (setting_value('accounts.recovery_wait_hours') #>> '{}')::int);
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265004);
  -- With the account: what its email or its closing changes at once comes before or after.
  shown := locked_recovery((
    select one.id from account_recoveries one where one.reference = approve_recovery.reference and one.confirmed_at is not null));
  outcome := case
    when may_judge(staff_id) is not true then 'not_judge'
    when shown.id is null then 'unknown'
    when shown.status <> 'pending' then 'over'
    when shown.user_id = staff_id then 'own'
    when not looks_at_recovery(shown.id, staff_id) then 'unlooked'
    when recovery_fault(shown, at) is not null then recovery_fault(shown, at)
    when exists (
      select from recovery_approvals given
      where given.recovery_id = shown.id and given.staff_id = approve_recovery.staff_id) then 'second_person'
    when not exists (select from spend_proofs(array[recovery_subject(staff_id, reference)], array[staff_id])) then 'unproved'
    when exists (
      select from recovery_approvals given where given.recovery_id = shown.id and may_judge(given.staff_id)) then 'approved'
    else 'approved_first'
  end;
  if outcome not in ('approved', 'approved_first') then
    return;
  end if;
  insert into recovery_approvals (recovery_id, staff_id, at) values (shown.id, staff_id, at);
  perform add_staff_act(
    staff_id, 'recovery.approve', staff_change_about(shown.user_id, 'recovery'), shown.reference, at);
  if outcome = 'approved_first' then
    return;
  end if;
  update account_recoveries one
  set status = 'approved', waits_until = until
  where one.id = shown.id;
  -- Whoever has the account now, its owner or a thief: nothing leaves, and nothing is proved (prove.ts, spend_proofs), until the link has ended.
  perform hold_recovered(shown.user_id, 'recovery', at, until + interval '3 days');
  update email_changes change
  set expires_at = least(change.expires_at, at)
  where change.user_id = shown.user_id and change.done_at is null;
  update proofs
  set expires_at = least(expires_at, at)
  where proofs.user_id = shown.user_id and spent_at is null;
  perform note_activity(shown.user_id, 'staff_recovery_approved', shown.code);
  insert into events (type, subject, payload, at)
  values ('account.staff_recovery_approved', shown.user_id::text,
    jsonb_build_object('detail', to_char(until at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')), at);
  perform tell_recovery_case(shown.reference, at);
end $$;

-- What an approval holds ends, but what leaves waits on: whoever ended it may be the thief.
create function loosen_recovery(user_id bigint, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  until timestamptz := at + make_interval(hours => (setting_value('auth.lost_factor_hold_hours') #>> '{}')::int);
begin
  update send_out_holds hold
  set ends_at = greatest(hold.began_at + interval '1 millisecond', least(hold.ends_at, at))
  where hold.user_id = loosen_recovery.user_id and hold.reason = 'recovery';
  perform hold_recovered(user_id, 'recovered', at, until);
end $$;

-- One of the staff rejects it, also after two have approved. Outcomes: done; not_judge; unknown; over; own; unlooked.
create function reject_recovery(reference text, staff_id bigint, reason text, at timestamptz, out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  shown account_recoveries;
begin
  perform assert_now(at);
  if (reason in ('unreadable', 'code_missing', 'face_hidden', 'edited', 'other_person', 'other_document', 'doubtful', 'no_match')) is not true then
    raise exception 'nobody rejects for %', reason using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  shown := locked_recovery((
    select one.id from account_recoveries one where one.reference = reject_recovery.reference and one.confirmed_at is not null));
  outcome := case
    when may_judge(staff_id) is not true then 'not_judge'
    when shown.id is null then 'unknown'
    when shown.status not in ('pending', 'approved', 'ready') then 'over'
    when shown.user_id = staff_id then 'own'
    when not looks_at_recovery(shown.id, staff_id) then 'unlooked'
    else 'done'
  end;
  if outcome <> 'done' then
    return;
  end if;
  update account_recoveries one set reason = reject_recovery.reason, rejected_by = staff_id where one.id = shown.id;
  perform end_recovery(shown.id, 'rejected', at);
  if shown.status <> 'pending' then
    perform loosen_recovery(shown.user_id, at);
    insert into events (type, subject, payload, at)
    values ('account.staff_recovery_stopped', shown.user_id::text, jsonb_build_object('detail', shown.code), at);
  end if;
  perform add_staff_act(
    staff_id, 'recovery.reject', staff_change_about(shown.user_id, 'recovery'), shown.reference || ': ' || reason, at);
  perform tell_recovery_case(shown.reference, at);
end $$;

create function stop_running_recovery(shown account_recoveries, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform end_recovery(shown.id, 'stopped', at);
  perform loosen_recovery(shown.user_id, at);
  perform note_activity(shown.user_id, 'staff_recovery_stopped', shown.code);
  insert into events (type, subject, payload, at)
  values ('account.staff_recovery_stopped', shown.user_id::text, jsonb_build_object('detail', shown.code), at);
  perform tell_recovery_case(shown.reference, at);
end $$;

-- By the link to the mailbox of before, once: 'stopped'; 'gone'. It holds: nobody approves another for some weeks.
create function stop_recovery(token_hash text, at timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  shown account_recoveries;
begin
  perform assert_now(at);
  shown := locked_recovery((select one.id from account_recoveries one where one.stop_hash = stop_recovery.token_hash));
  if shown.id is null or shown.status not in ('approved', 'ready') then return 'gone'; end if;
  perform stop_running_recovery(shown, at);
  return 'stopped';
end $$;

-- The same by whoever is signed in.
create function stop_own_recovery(user_id bigint, at timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  shown account_recoveries;
begin
  perform assert_now(at);
  shown := locked_recovery((
    select one.id from account_recoveries one
    where one.user_id = stop_own_recovery.user_id and one.status in ('approved', 'ready')));
  if shown.id is null or shown.status not in ('approved', 'ready') then return 'gone'; end if;
  perform stop_running_recovery(shown, at);
  return 'stopped';
end $$;

-- Two who may still judge have approved it, and nothing stands against it that would have then.
create function recovery_stands(known account_recoveries, at timestamptz) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select recovery_fault(known, at) is null and 2 <= (
    select count(*) from recovery_approvals given where given.recovery_id = known.id and may_judge(given.staff_id))
$$;

-- A worker has sent the link to the new mailbox, as the account will have it; false before the wait is over.
create function open_recovery(reference text, token_hash text, email_sealed bytea, email_index bytea, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  known account_recoveries;
begin
  perform assert_now(at);
  known := locked_recovery((select one.id from account_recoveries one where one.reference = open_recovery.reference));
  if not recovery_stands(known, at) then return false; end if;
  update account_recoveries one
  set status = 'ready', link_hash = token_hash, link_until = at + interval '3 days',
    user_email_sealed = open_recovery.email_sealed, user_email_index = open_recovery.email_index
  where one.id = known.id and one.status = 'approved' and one.waits_until <= at and one.stop_hash is not null
    -- What staff have proved is this mailbox and no other.
    and one.email_index = open_recovery.email_index;
  if not found then return false; end if;
  -- However late the worker is: the account is held while the link works.
  perform hold_recovered(known.user_id, 'recovery', at, at + interval '3 days');
  return true;
end $$;

-- Whose link this is: nobody's when it has ended, was stopped or used.
create function recovery_user(token_hash text) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select one.user_id
  from account_recoveries one
  where one.link_hash = recovery_user.token_hash and one.status = 'ready' and one.link_until > market_now()
$$;

-- Spends the link, with the signer's new password in one transaction: the account has the new mailbox, and nothing of before reaches it.
-- 'done'; 'gone'; 'taken' where somebody else has confirmed that address meanwhile.
create function finish_recovery(token_hash text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at    timestamptz;
  until timestamptz;
  own   users;
  shown account_recoveries;
begin
  -- A closing first, as a worker that closes does.
  perform from account_closures standing
  where standing.user_id = (select one.user_id from account_recoveries one where one.link_hash = finish_recovery.token_hash)
    and standing.withdrawn_at is null
  for update;
  shown := locked_recovery((select one.id from account_recoveries one where one.link_hash = finish_recovery.token_hash));
  at := market_now();
  if shown.id is null or shown.status <> 'ready' or shown.link_until <= at then return 'gone'; end if;
  select * into own from users where users.id = shown.user_id;
  if exists (select from user_roles granted where granted.user_id = own.id)
    or exists (select from account_closures gone where gone.user_id = own.id and gone.closed_at is not null)
  then
    return 'gone';
  end if;
  begin
    update users
    set email_sealed = shown.user_email_sealed, email_index = shown.user_email_index,
      email_confirmed_at = coalesce(users.email_confirmed_at, at)
    where users.id = own.id;
  exception when unique_violation then
    return 'taken';
  end;
  until := at + make_interval(hours => (setting_value('auth.lost_factor_hold_hours') #>> '{}')::int);
  -- An address that nobody has confirmed may be a stranger's: it is told nothing.
  update account_recoveries one
  set old_email_sealed = case when own.email_confirmed_at is not null then own.email_sealed end
  where one.id = shown.id;
  perform end_recovery(shown.id, 'done', at);
  perform take_back_closing(own.id);
  delete from email_changes change where change.user_id = own.id;
  delete from password_resets reset where reset.user_id = own.id;
  delete from push_devices device where device.user_id = own.id;
  delete from telegram_codes telegram where telegram.user_id = own.id;
  delete from telegram_chats telegram where telegram.user_id = own.id;
  delete from social_attempts attempt where attempt.user_id = own.id;
  delete from social_accounts account where account.user_id = own.id;
  update send_out_holds hold set ends_at = greatest(hold.began_at + interval '1 millisecond', least(hold.ends_at, at)) where hold.user_id = own.id and hold.reason = 'recovery';
  update send_outs waiting
  set due_at = greatest(waiting.due_at, until)
  where waiting.user_id = own.id and waiting.status = 'pending'
    and not exists (
      select from chain_payments payment where payment.purpose = 'send_out' and payment.subject = waiting.hash);
  perform note_activity(own.id, 'staff_recovered', shown.code);
  insert into events (type, subject, payload, at)
  values ('account.staff_recovered', own.id::text, jsonb_build_object('detail', shown.code), at);
  perform tell_recovery_case(shown.reference, at);
  return 'done';
end $$;

-- What nobody went on with: pictures within a day, a mailbox within a day, staff within two months, the password while the link works,
-- and what was approved when no link could be made while it holds the account. Returns how many ended.
create function end_old_recoveries() returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at   timestamptz := market_now();
  old  account_recoveries;
  many int := 0;
begin
  for old in
    select one.* from account_recoveries one
    where (one.status = 'started' and one.started_at < at - interval '1 day')
      or (one.status = 'submitted' and one.submitted_at < at - interval '1 day')
      or (one.status = 'pending' and one.confirmed_at < at - interval '60 days')
    order by one.id
    limit 200
    for update skip locked
  loop
    perform end_recovery(old.id, 'expired', at);
    if old.status = 'pending' then
      perform tell_recovery_case(old.reference, at);
    end if;
    many := many + 1;
  end loop;
  if many > 0 then return many; end if;
  -- One account at a time, before its case.
  old := locked_recovery((
    select one.id from account_recoveries one
    where (one.status = 'ready' and one.link_until <= at)
      or (one.status = 'approved' and one.waits_until <= at - interval '3 days')
    order by one.id
    limit 1));
  if old.status = 'approved' and old.waits_until <= at - interval '3 days' then
    perform loosen_recovery(old.user_id, at);
  elsif (old.status = 'ready' and old.link_until <= at) is not true then
    return 0;
  end if;
  perform end_recovery(old.id, 'expired', at);
  perform tell_recovery_case(old.reference, at);
  return 1;
end $$;

-- Rows go after the time of logs. Returns how many.
create function erase_recoveries() returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  many int;
begin
  delete from account_recoveries one
  where one.id in (
    select old.id from account_recoveries old
    where old.ended_at < kept_since('retention.log_days', 365, 'day')
    limit 200);
  get diagnostics many = row_count;
  return many;
end $$;

-- What an asker typed, and the mailbox they gave, are there no more; how it ended stays.
create function blank_recovery(recovery_id bigint) returns void
language sql set search_path = public, pg_temp as $$
  update account_recoveries one
  set details_sealed = '', email_sealed = '', email_index = '', account_mark = '', account_name = '', old_email_sealed = null,
    user_email_sealed = null, user_email_index = null, link_hash = null
  where one.id = blank_recovery.recovery_id
$$;

-- For the owner, when the market's secret was exchanged: what another one sealed nobody goes on with. A stop holds on, and whoever's
-- account was held sends nothing out for some days. Returns how many.
create function forget_recoveries_but(version int) returns int
language plpgsql set search_path = public, pg_temp as $$
declare
  at   timestamptz := market_now();
  old  account_recoveries;
  many int := 0;
begin
  for old in
    select one.* from account_recoveries one
    where case when length(one.details_sealed) = 0 then false else get_byte(one.details_sealed, 0) <> version end
    order by one.user_id, one.id
  loop
    old := locked_recovery(old.id);
    if old.status in ('approved', 'ready') then
      perform loosen_recovery(old.user_id, at);
    end if;
    if old.ended_at is null then
      perform end_recovery(old.id, 'expired', at);
    end if;
    perform blank_recovery(old.id);
    many := many + 1;
  end loop;
  return many;
end $$;

-- With the account, whoever asked: their page says of it what it says where there was no account.
create function erase_recoveries_of_closed() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old account_recoveries;
begin
  for old in
    select one.* from account_recoveries one where one.user_id = new.user_id order by one.id for update
  loop
    if old.ended_at is null then
      perform end_recovery(old.id, 'rejected', market_now());
    end if;
    perform blank_recovery(old.id);
    update account_recoveries one set user_id = null where one.id = old.id;
  end loop;
  return null;
end $$;
create trigger recoveries_erased after update of closed_at on account_closures
  for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_recoveries_of_closed();

-- As in migration 0351, and not while the account is being recovered.
create or replace function close_account(
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
  -- Whoever asked for it may be the thief: it goes on when nobody gets the account back.
  if exists (
    select from account_recoveries running
    where running.user_id = closure.user_id and running.status in ('approved', 'ready'))
  then
    return 'waits';
  end if;
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

-- As in migration 0136, and what was proved while somebody else approved a recovery counts for nothing.
create or replace function spend_proofs(subjects text[], user_ids bigint[]) returns setof text
language sql security definer set search_path = public, pg_temp as $$
  update proofs
  set spent_at = market_now()
  from unnest(subjects, user_ids) as wanted (subject, user_id)
  where proofs.subject = wanted.subject and proofs.user_id = wanted.user_id
    and proofs.spent_at is null and proofs.expires_at > market_now()
    and not exists (
      select from send_out_holds hold
      where hold.user_id = proofs.user_id and hold.reason = 'recovery' and hold.ends_at > market_now())
  returning proofs.subject
$$;

-- What is kept of cases about somebody's account. What an asker typed is not in it: it may be somebody else's.
create function export_recoveries(export_id bigint, after bigint, most int) returns table (key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select one.id, jsonb_build_object('case', one.code, 'status', one.status, 'startedAt', one.started_at,
    'confirmedAt', one.confirmed_at, 'waitsUntil', one.waits_until, 'endedAt', one.ended_at)::text
  from data_exports waiting
  join account_recoveries one on one.user_id = waiting.user_id
  where waiting.id = export_recoveries.export_id and waiting.made_at is null and one.id > export_recoveries.after
  order by one.id
  limit export_recoveries.most
$$;

revoke all on function
  end_recovery, tell_recovery_case, start_recovery, take_recovery_upload, add_recovery_picture, submit_recovery, note_recovery_link,
  confirm_recovery, recovery_state, recovery_fault, recovery_faults, recovery_identity, look_at_recovery, looks_at_recovery,
  recovery_subject, approve_recovery, loosen_recovery, reject_recovery, stop_running_recovery, stop_recovery, stop_own_recovery,
  locked_recovery, hold_recovered, recoveries_are_full, recovery_stands, blank_recovery, open_recovery, recovery_user, finish_recovery,
  end_old_recoveries, erase_recoveries, forget_recoveries_but, erase_recoveries_of_closed,
  export_recoveries from public;
grant execute on function
  start_recovery, take_recovery_upload, add_recovery_picture, submit_recovery, confirm_recovery, recovery_state, recovery_faults,
  recovery_identity, look_at_recovery, looks_at_recovery, approve_recovery, reject_recovery, stop_recovery, stop_own_recovery,
  recovery_user to parley_web;
grant execute on function note_recovery_link, open_recovery, end_old_recoveries, erase_recoveries, export_recoveries to parley_worker;
grant execute on function recovery_subject, recovery_user, finish_recovery to parley_signer;
grant select (
  id, reference, code, status, user_id, details_sealed, email_sealed, started_at, submitted_at, confirmed_at, waits_until, ended_at,
  reason, rejected_by) on account_recoveries to parley_web;
grant select on recovery_pictures, recovery_looks, recovery_approvals to parley_web;
grant select on account_recoveries to parley_worker;
grant select (reference, user_id, status, email_index) on account_recoveries to parley_signer;

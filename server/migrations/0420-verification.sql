-- Nothing raised a level but an administrator. A person shows a document of identity or of address: pictures that are drawn
-- anew and encrypted, each with a key of its own that lies sealed in its row, so that a row that is deleted erases them wherever
-- their bytes were copied to. Staff look for a reason and decide by a proof of just that. What follows for the level is counted
-- here. Owned by outward/verification; users by people/accounts.

alter table users add column verified_level numeric(2, 1) check (verified_level in (1.5, 2, 2.5));
-- What staff granted, else what was verified, else the email.
alter table users alter column level
  set expression as (coalesce(granted_level, verified_level, case when email_confirmed_at is null then 0 else 1 end));

-- Calls are decided by the level, and pages show whether somebody is verified: who keeps either is told of this column too.
drop trigger pages_show_users on users;
create trigger pages_show_users
  after update of username, bio, country_iso, full_name_visibility, first_name_sealed, last_name_sealed, email_confirmed_at,
    granted_level, verified_level, is_vendor
  on users for each row execute function note_user_change();
drop trigger viewers_of_users on users;
create trigger viewers_of_users
  after update of external_id, username, country_iso, is_demo, granted_level, verified_level, email_confirmed_at
  on users for each row execute function note_viewer('id');

create table verifications (
  id             bigint      generated always as identity primary key,
  reference      text        not null unique,
  user_id        bigint      not null references users,
  kind           text        not null check (kind in ('id', 'address')),
  -- replaced: begun anew before it was submitted. ended: expired, or asked for anew.
  status         text        not null default 'started'
    check (status in ('started', 'pending', 'approved', 'rejected', 'replaced', 'ended')),
  country_iso3   text        not null check (country_iso3 ~ '^[A-Z]{3}$'),
  document_type  text        not null check (document_type ~ '^[a-z_]{3,30}$'),
  -- JSON of what the person typed: names and number, or the address.
  details_sealed bytea       not null,
  -- Equal for the same document of anybody.
  document_mark  bytea,
  started_at     timestamptz not null,
  submitted_at   timestamptz,
  decided_at     timestamptz,
  decided_by     bigint      references users check (decided_by <> user_id),
  reasons        text[]      not null default '{}',
  -- The document's own end, as the reviewer read it.
  expires_on     date,
  check ((status in ('started', 'replaced')) = (submitted_at is null)),
  check (status not in ('approved', 'rejected') or decided_at is not null),
  check ((status = 'rejected') = (cardinality(reasons) > 0))
);
create unique index verifications_running on verifications (user_id, kind) where status in ('started', 'pending');
create unique index verifications_standing on verifications (user_id, kind) where status = 'approved';
create index verifications_of_user on verifications (user_id, id);
create index verifications_waiting on verifications (submitted_at) where status = 'pending';
create index verifications_of_document on verifications (document_mark) where document_mark is not null;
create index verifications_expiring on verifications (expires_on) where status = 'approved';

create table verification_pictures (
  verification_id bigint      not null references verifications on delete cascade,
  side            text        not null check (side in ('front', 'back', 'selfie', 'document')),
  file_key        text        not null,
  -- Of this file alone.
  key_sealed      bytea       not null,
  added_at        timestamptz not null,
  primary key (verification_id, side)
);
-- Files whose row is gone, until they are removed as well.
create table verification_files_to_remove (
  file_key text primary key
);

-- Staff ask for a document anew; it stands until one is approved.
create table verification_demands (
  id       bigint      generated always as identity primary key,
  user_id  bigint      not null references users,
  kind     text        not null check (kind in ('id', 'address')),
  asked_by bigint      not null references users check (asked_by <> user_id),
  asked_at timestamptz not null,
  met_at   timestamptz
);
create index verification_demands_of_user on verification_demands (user_id, kind, id);

-- Who opened whose documents. The reason stands in the chain of staff acts.
create table verification_looks (
  verification_id bigint      not null references verifications on delete cascade,
  staff_id        bigint      not null references users,
  at              timestamptz not null,
  primary key (verification_id, staff_id, at)
);

-- The pictures that a document takes.
create function verification_sides(kind text, document_type text) returns text[] language sql immutable as $$
  select case
    when kind = 'address' then array['document']
    when document_type = 'passport' then array['front', 'selfie']
    else array['front', 'back', 'selfie']
  end
$$;

-- Rejected ones count since the last that was approved or asked for.
create function verification_tries_left(user_id bigint, kind text) returns int
language sql stable set search_path = public, pg_temp as $$
  select greatest(0, coalesce((select (value #>> '{}')::int from settings where name = 'verification.tries'), 3) - count(*)::int)
  from verifications tried
  where tried.user_id = verification_tries_left.user_id and tried.kind = verification_tries_left.kind
    and tried.status = 'rejected'
    and tried.decided_at > greatest(
      (select max(demand.asked_at) from verification_demands demand
       where demand.user_id = tried.user_id and demand.kind = tried.kind),
      (select max(passed.decided_at) from verifications passed
       where passed.user_id = tried.user_id and passed.kind = tried.kind and passed.status in ('approved', 'ended')),
      '-infinity'::timestamptz)
$$;

-- Begins one, in the place of one that was not submitted. Outcomes: started; pending; approved while that stands and is not
-- about to expire; no_tries; id_first for an address of nobody known.
create function start_verification(
  reference text, user_id bigint, kind text, country_iso3 text, document_type text, details_sealed bytea,
  document_mark bytea, at timestamptz, out outcome text
) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  perform from users where users.id = user_id for update;
  outcome := case
    when exists (
      select from verifications known
      where known.user_id = start_verification.user_id and known.kind = start_verification.kind and known.status = 'pending')
      then 'pending'
    when exists (
      select from verifications known
      where known.user_id = start_verification.user_id and known.kind = start_verification.kind and known.status = 'approved'
        and coalesce(known.expires_on, 'infinity') > (at + interval '30 days')::date)
      then 'approved'
    when kind = 'address' and not exists (
      select from verifications known
      where known.user_id = start_verification.user_id and known.kind = 'id' and known.status in ('pending', 'approved'))
      then 'id_first'
    when verification_tries_left(user_id, kind) = 0 then 'no_tries'
    else 'started'
  end;
  if outcome <> 'started' then
    return;
  end if;
  insert into verification_files_to_remove (file_key)
  select picture.file_key
  from verifications known
  join verification_pictures picture on picture.verification_id = known.id
  where known.user_id = start_verification.user_id and known.kind = start_verification.kind and known.status = 'started'
  on conflict do nothing;
  delete from verification_pictures picture
  using verifications known
  where known.id = picture.verification_id and known.user_id = start_verification.user_id
    and known.kind = start_verification.kind and known.status = 'started';
  update verifications known
  set status = 'replaced'
  where known.user_id = start_verification.user_id and known.kind = start_verification.kind and known.status = 'started';
  insert into verifications (reference, user_id, kind, country_iso3, document_type, details_sealed, document_mark, started_at)
  values (reference, user_id, kind, country_iso3, document_type, details_sealed, document_mark, at);
end $$;

-- Of one's own, until it is submitted; another of the same side takes its place. Outcomes: added; unknown; over; not_wanted.
create function add_verification_picture(
  reference text, user_id bigint, side text, file_key text, key_sealed bytea, at timestamptz, out outcome text
) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  own verifications;
begin
  perform assert_now(at);
  select one.* into own
  from verifications one
  where one.reference = add_verification_picture.reference and one.user_id = add_verification_picture.user_id
  for update;
  outcome := case
    when own.id is null then 'unknown'
    when own.status <> 'started' then 'over'
    when side <> all (verification_sides(own.kind, own.document_type)) then 'not_wanted'
    else 'added'
  end;
  if outcome <> 'added' then
    return;
  end if;
  insert into verification_files_to_remove (file_key)
  select before.file_key
  from verification_pictures before
  where before.verification_id = own.id and before.side = add_verification_picture.side
    and before.file_key <> add_verification_picture.file_key
  on conflict do nothing;
  insert into verification_pictures (verification_id, side, file_key, key_sealed, added_at)
  values (own.id, side, file_key, key_sealed, at)
  on conflict on constraint verification_pictures_pkey do update
  set file_key = excluded.file_key, key_sealed = excluded.key_sealed, added_at = excluded.added_at;
end $$;

-- Hands it to the staff. Outcomes: submitted, also the second time; unknown; over; incomplete.
create function submit_verification(reference text, user_id bigint, at timestamptz, out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  own verifications;
begin
  perform assert_now(at);
  select one.* into own
  from verifications one
  where one.reference = submit_verification.reference and one.user_id = submit_verification.user_id
  for update;
  outcome := case
    when own.id is null then 'unknown'
    when own.status = 'pending' then 'submitted'
    when own.status <> 'started' then 'over'
    when exists (
      select from unnest(verification_sides(own.kind, own.document_type)) as wanted (side)
      where not exists (
        select from verification_pictures picture
        where picture.verification_id = own.id and picture.side = wanted.side)) then 'incomplete'
    else 'submitted'
  end;
  if outcome = 'submitted' and own.status = 'started' then
    update verifications set status = 'pending', submitted_at = at where id = own.id;
  end if;
end $$;

-- Somebody of the staff opens the documents: who, whose and why goes into the chain before anything is shown. Outcomes: noted;
-- unknown; own; not_judge; budget where they have opened as many as one may in a day.
create function look_at_verification(reference text, staff_id bigint, reason text, at timestamptz, out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  shown verifications;
begin
  perform assert_now(at);
  if (char_length(reason) between 3 and 300) is not true then
    raise exception 'nobody looks without a reason' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  select one.* into shown
  from verifications one
  where one.reference = look_at_verification.reference and one.submitted_at is not null;
  outcome := case
    when may_judge(staff_id) is not true then 'not_judge'
    when shown.id is null then 'unknown'
    when shown.user_id = staff_id then 'own'
    when (
      select count(*) from verification_looks looked
      where looked.staff_id = look_at_verification.staff_id and looked.at > look_at_verification.at - interval '1 day'
    ) >= coalesce((select (value #>> '{}')::int from settings where name = 'staff.documents_a_day'), 200) then 'budget'
    else 'noted'
  end;
  if outcome = 'noted' then
    insert into verification_looks (verification_id, staff_id, at)
    values (shown.id, staff_id, at)
    on conflict do nothing;
    perform add_staff_act(
      staff_id, 'verification.look', staff_change_about(shown.user_id, shown.kind), shown.reference || ': ' || reason, at);
  end if;
end $$;
create index verification_looks_of_staff on verification_looks (staff_id, at);

-- A look shows the documents, and lets decide, for half an hour.
create function looks_at_verification(verification_id bigint, staff_id bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from verification_looks looked
    where looked.verification_id = looks_at_verification.verification_id
      and looked.staff_id = looks_at_verification.staff_id and looked.at > market_now() - interval '30 minutes')
$$;

-- What is proved for an approval; null where these staff may not, or nothing waits.
create function verification_subject(staff_id bigint, reference text) returns text
language sql stable set search_path = public, pg_temp as $$
  select 'staff_approve_verification:' || waiting.reference
  from verifications waiting
  where waiting.reference = verification_subject.reference and waiting.status = 'pending'
    and waiting.user_id <> verification_subject.staff_id and may_judge(verification_subject.staff_id)
$$;

-- Whether somebody has confirmed a phone.
create function has_confirmed_phone(user_id bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select
    from phones
    where phones.user_id = has_confirmed_phone.user_id and confirmed_at is not null)
$$;

-- The level that documents and a confirmed phone give, as they stand.
create function settle_level(user_id bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  stands text[];
begin
  -- What stands is read when nobody else settles it.
  perform from users where users.id = settle_level.user_id for update;
  stands := array(
    select known.kind from verifications known
    where known.user_id = settle_level.user_id and known.status = 'approved');
  update users
  set verified_level = case
    when 'id' = any (stands) and 'address' = any (stands) then 2.5
    when 'id' = any (stands) then 2
    when has_confirmed_phone(users.id) then 1.5
  end
  where users.id = settle_level.user_id;
end $$;

create function tell_of_verification(type text, shown verifications, at timestamptz) returns void
language sql set search_path = public, pg_temp as $$
  insert into events (type, subject, payload, at)
  values (type, shown.user_id::text, jsonb_build_object('detail', shown.kind || '_document'), at)
$$;

-- What was decided, with what follows for the level; the row is locked by the caller. Of a kind one stands. A level that was granted
-- and is not above what is verified gives way to it. No reasons approve.
create function apply_verification(
  shown verifications, staff_id bigint, reasons text[], expires_on date, at timestamptz
) returns void language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  is_approval boolean := cardinality(reasons) = 0;
begin
  if is_approval then
    update verifications before
    set status = 'ended'
    where before.user_id = shown.user_id and before.kind = shown.kind and before.status = 'approved';
  end if;
  update verifications
  set status = case when is_approval then 'approved' else 'rejected' end, decided_at = at, decided_by = staff_id,
      reasons = apply_verification.reasons, expires_on = case when is_approval then apply_verification.expires_on end
  where id = shown.id;
  if is_approval then
    update verification_demands demand
    set met_at = at
    where demand.user_id = shown.user_id and demand.kind = shown.kind and demand.met_at is null;
    perform settle_level(shown.user_id);
    update users
    set granted_level = null
    where users.id = shown.user_id and users.granted_level <= users.verified_level;
  end if;
  perform tell_of_verification(
    case when is_approval then 'account.verification_approved' else 'account.verification_rejected' end, shown, at);
end $$;

-- Approves, by a proof of just that, or rejects for reasons. Outcomes: done; unknown; over; own; not_judge; unlooked who has not opened it lately; expired; unproved.
create function decide_verification(
  reference text, staff_id bigint, reasons text[], expires_on date, at timestamptz, out outcome text
) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  shown       verifications;
  is_approval boolean := cardinality(reasons) = 0;
begin
  perform assert_now(at);
  if (cardinality(reasons) <= 12 and not exists (
      select from unnest(reasons) as given (reason) where given.reason !~ '^[a-z_]{3,40}$')) is not true then
    raise exception 'these are no reasons' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  select one.* into shown from verifications one where one.reference = decide_verification.reference for update;
  outcome := case
    when may_judge(staff_id) is not true then 'not_judge'
    when shown.id is null then 'unknown'
    when shown.status <> 'pending' then 'over'
    when shown.user_id = staff_id then 'own'
    when not looks_at_verification(shown.id, staff_id) then 'unlooked'
    when is_approval and expires_on <= at::date then 'expired'
    when is_approval and not exists (
      select from spend_proofs(array['staff_approve_verification:' || shown.reference], array[staff_id])) then 'unproved'
    else 'done'
  end;
  if outcome <> 'done' then
    return;
  end if;
  perform apply_verification(shown, staff_id, reasons, expires_on, at);
  perform add_staff_act(
    staff_id, case when is_approval then 'verification.approve' else 'verification.reject' end,
    staff_change_about(shown.user_id, shown.kind),
    shown.reference || case when is_approval then '' else ': ' || array_to_string(reasons, ', ') end, at);
end $$;

-- Staff ask for a document anew: what was approved by it, or granted, ends until one is approved again. Outcomes: done;
-- not_allowed, as for restrictions; waiting where it is asked for.
create function demand_verification(user_id bigint, kind text, staff_id bigint, reason text, at timestamptz, out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  if (char_length(reason) between 3 and 300 and exists (select from users where users.id = user_id)) is not true then
    raise exception 'nothing is asked for so' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  outcome := case
    when may_restrict(staff_id, user_id, 'suspended') is not true then 'not_allowed'
    when exists (
      select from verification_demands demand
      where demand.user_id = demand_verification.user_id and demand.kind = demand_verification.kind and demand.met_at is null)
      and verification_tries_left(user_id, kind) > 0 then 'waiting'
    else 'done'
  end;
  if outcome <> 'done' then
    return;
  end if;
  -- Whoever has no tries left is asked once more, in the place of the demand that waits.
  delete from verification_demands demand
  where demand.user_id = demand_verification.user_id and demand.kind = demand_verification.kind and demand.met_at is null;
  insert into verification_demands (user_id, kind, asked_by, asked_at)
  values (user_id, kind, staff_id, at);
  update verifications known
  set status = 'ended'
  where known.user_id = demand_verification.user_id and known.kind = demand_verification.kind and known.status = 'approved';
  update users
  set granted_level = null
  where users.id = user_id;
  perform settle_level(user_id);
  perform add_staff_act(staff_id, 'verification.demand', staff_change_about(user_id, kind), reason, at);
  insert into events (type, subject, payload, at)
  values ('account.verification_asked', user_id::text, jsonb_build_object('detail', kind || '_document'), at);
end $$;

-- Documents whose day has come: what they verified ends. Returns how many.
create function end_expired_verifications() returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at    timestamptz := market_now();
  ended verifications;
  many  int := 0;
begin
  for ended in
    select one.* from verifications one
    where one.status = 'approved' and one.expires_on <= at::date
    order by one.id
    limit 200
    for update skip locked
  loop
    update verifications set status = 'ended' where id = ended.id;
    perform settle_level(ended.user_id);
    perform tell_of_verification('account.verification_ended', ended, at);
    many := many + 1;
  end loop;
  return many;
end $$;

-- Erases what nobody has submitted for a month, and all of an account so many years after it closed. Returns how many.
create function erase_verifications() returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  years int := coalesce((select (value #>> '{}')::int from settings where name = 'verification.keep_years'), 5);
  gone  bigint[] := array(
    select one.id from verifications one
    where (one.status in ('started', 'replaced') and one.started_at < market_now() - interval '30 days')
      or exists (
        select from account_closures closure
        where closure.user_id = one.user_id and closure.closed_at < market_now() - make_interval(years => years))
    order by one.id
    limit 200
    for update of one);
begin
  insert into verification_files_to_remove (file_key)
  select picture.file_key from verification_pictures picture where picture.verification_id = any (gone)
  on conflict do nothing;
  delete from verifications where id = any (gone);
  delete from verification_demands demand
  using account_closures closure
  where closure.user_id = demand.user_id and closure.closed_at < market_now() - make_interval(years => years);
  return cardinality(gone);
end $$;

-- A phone that is confirmed, or removed, settles the level at once.
create function settle_level_of_phone() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform settle_level(coalesce(new.user_id, old.user_id));
  return null;
end $$;
create trigger level_of_phones after insert or update of confirmed_at or delete on phones
  for each row execute function settle_level_of_phone();

-- An account that closes has no level by documents any more.
create function end_level_of_closed() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users set verified_level = null where users.id = new.user_id;
  return null;
end $$;
create trigger verification_level_ends after update of closed_at on account_closures
  for each row when (new.closed_at is not null) execute function end_level_of_closed();

-- What is kept of somebody's documents, as lines of JSON; while it is being made. What they typed comes sealed.
create function export_verifications(export_id bigint, after bigint, most int) returns table (key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select one.id, jsonb_build_object('reference', one.reference, 'kind', one.kind, 'status', one.status,
    'country', one.country_iso3, 'document', one.document_type, 'startedAt', one.started_at,
    'submittedAt', one.submitted_at, 'decidedAt', one.decided_at, 'reasons', one.reasons, 'expiresOn', one.expires_on,
    'pictures', (select coalesce(jsonb_agg(picture.side order by picture.side), '[]')
      from verification_pictures picture where picture.verification_id = one.id),
    'details_sealed', encode(one.details_sealed, 'base64'))::text
  from data_exports waiting
  join verifications one on one.user_id = waiting.user_id
  where waiting.id = export_verifications.export_id and waiting.made_at is null and one.id > export_verifications.after
  order by one.id
  limit export_verifications.most
$$;

revoke all on function
  verification_sides, verification_tries_left, start_verification, add_verification_picture, submit_verification,
  look_at_verification, looks_at_verification, verification_subject, has_confirmed_phone, settle_level, settle_level_of_phone, tell_of_verification, apply_verification, decide_verification,
  demand_verification, end_expired_verifications, erase_verifications, end_level_of_closed, export_verifications from public;
grant execute on function
  verification_sides, verification_tries_left, has_confirmed_phone, start_verification, add_verification_picture,
  submit_verification, look_at_verification, looks_at_verification, decide_verification, demand_verification to parley_web;
grant execute on function end_expired_verifications, erase_verifications, export_verifications to parley_worker;
grant select on verifications, verification_pictures, verification_demands, verification_looks to parley_web;
grant select on verifications, verification_pictures, verification_files_to_remove to parley_worker;
grant delete on verification_files_to_remove to parley_worker;
grant execute on function verification_subject to parley_signer;
grant select (reference, user_id, status) on verifications to parley_signer;

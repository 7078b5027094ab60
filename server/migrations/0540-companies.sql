-- An account may be a company's: it is converted, shows its registration, owners, address and who may act for it as documents like
-- any other, and two reviewers approve it, each by a proof of their own. Beside it: a demand for a document takes a proof and
-- leaves what two administrators gave; a level that an administrator has lowered stays lowered.
-- Owned by outward/verification; users by people/accounts.

alter table users add column corporate_since timestamptz;
-- As it was approved; null before that.
alter table users add column company_name_sealed bytea;
alter table users add column company_postponed_until timestamptz;
-- An administrator has granted less than what was verified then.
alter table users add column is_level_lowered boolean not null default false;
alter table users
  drop constraint users_verified_level_check,
  add constraint users_verified_level_check check (verified_level in (1.5, 2, 2.5, 3)),
  add constraint users_company_check check (corporate_since is not null or company_name_sealed is null);
-- What staff granted, else what was verified, else the email; what was lowered holds nobody up when less is verified than that.
alter table users alter column level
  set expression as (case
    when is_level_lowered then
      least(granted_level, coalesce(verified_level, case when email_confirmed_at is null then 0 else 1 end))
    else coalesce(granted_level, verified_level, case when email_confirmed_at is null then 0 else 1 end)
  end);
update users
set is_level_lowered = true
where granted_level < coalesce(verified_level, case when email_confirmed_at is null then 0 else 1 end);

create function note_lowered_level() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.is_level_lowered := coalesce(
    new.granted_level < coalesce(new.verified_level, case when new.email_confirmed_at is null then 0 else 1 end), false);
  return new;
end $$;
create trigger level_is_lowered before update of granted_level on users
  for each row when (new.granted_level is distinct from old.granted_level) execute function note_lowered_level();

drop trigger pages_show_users on users;
create trigger pages_show_users
  after update of username, bio, country_iso, full_name_visibility, first_name_sealed, last_name_sealed, email_confirmed_at,
    granted_level, verified_level, is_vendor, corporate_since, company_name_sealed
  on users for each row execute function note_user_change();

alter table verifications
  drop constraint verifications_kind_check,
  add constraint verifications_kind_check check (kind in ('id', 'address', 'company'));
alter table verification_demands
  drop constraint verification_demands_kind_check,
  add constraint verification_demands_kind_check check (kind in ('id', 'address', 'company'));
alter table verification_pictures
  drop constraint verification_pictures_side_check,
  add constraint verification_pictures_side_check check (
    side in ('front', 'back', 'selfie', 'document', 'registration', 'owners', 'company_address', 'authority'));

-- Who of the staff has approved what more than one must.
create table verification_approvals (
  verification_id bigint      not null references verifications on delete cascade,
  staff_id        bigint      not null references users,
  at              timestamptz not null,
  primary key (verification_id, staff_id)
);
grant select on verification_approvals to parley_web;

-- How many of the staff approve one.
create function verification_approvers(kind text) returns int language sql immutable as $$
  select case kind when 'company' then 2 else 1 end
$$;

-- The pictures that a document takes.
create or replace function verification_sides(kind text, document_type text) returns text[] language sql immutable as $$
  select case
    when kind = 'company' then array['registration', 'owners', 'company_address', 'authority']
    when kind = 'address' then array['document']
    when document_type = 'passport' then array['front', 'selfie']
    else array['front', 'back', 'selfie']
  end
$$;

-- Begins one, in the place of one that was not submitted. Outcomes: started; pending; approved while that stands and is not
-- about to expire; no_tries; id_first for an address of nobody known, and a company of nobody verified; personal for a company of
-- an account that is a person's.
create or replace function start_verification(
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
    -- Who acts for a company is somebody known, and the account is the company's.
    when kind = 'company' and not exists (
      select from users acting where acting.id = user_id and acting.corporate_since is not null) then 'personal'
    when kind = 'company' and not exists (
      select from verifications known
      where known.user_id = start_verification.user_id and known.kind = 'id' and known.status = 'approved') then 'id_first'
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

-- What is proved for an approval; null where these staff may not, have approved it already, or nothing waits.
create or replace function verification_subject(staff_id bigint, reference text) returns text
language sql stable set search_path = public, pg_temp as $$
  select 'staff_approve_verification:' || waiting.reference
  from verifications waiting
  where waiting.reference = verification_subject.reference and waiting.status = 'pending'
    and waiting.user_id <> verification_subject.staff_id and may_judge(verification_subject.staff_id)
    and not exists (
      select from verification_approvals given
      where given.verification_id = waiting.id and given.staff_id = verification_subject.staff_id)
$$;

-- What is proved for a demand; null where these staff may not ask this person.
create function verification_demand_subject(staff_id bigint, username text, kind text) returns text
language sql stable set search_path = public, pg_temp as $$
  select 'staff_demand_verification:' || person.id || ':' || verification_demand_subject.kind
  from users person
  where lower(person.username) = lower(verification_demand_subject.username)
    and may_restrict(verification_demand_subject.staff_id, person.id, 'suspended')
$$;

-- The level that documents and a confirmed phone give, as they stand.
create or replace function settle_level(user_id bigint) returns void
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
    -- Two reviewers have gone through its registration, owners and address: that is the enhanced diligence of level 3.
    when 'company' = any (stands) and 'id' = any (stands) then 3
    when 'id' = any (stands) and 'address' = any (stands) then 2.5
    when 'id' = any (stands) then 2
    when has_confirmed_phone(users.id) then 1.5
  end
  where users.id = settle_level.user_id;
end $$;

create or replace function tell_of_verification(type text, shown verifications, at timestamptz) returns void
language sql set search_path = public, pg_temp as $$
  insert into events (type, subject, payload, at)
  values (
    case when shown.kind = 'company' then replace(type, 'account.verification_', 'account.company_') else type end,
    shown.user_id::text, jsonb_build_object('detail', shown.kind || '_document'), at)
$$;

-- What was decided, with what follows for the level; the row is locked by the caller. Of a kind one stands. A level that was granted
-- and is not above what is verified gives way to it. No reasons approve.
create or replace function apply_verification(
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
    -- What an administrator has lowered stays so until an administrator says otherwise.
    -- and what two gave above all documents is theirs to take back.
    where users.id = shown.user_id and users.granted_level <= least(users.verified_level, 2.5) and not users.is_level_lowered;
  end if;
  perform tell_of_verification(
    case when is_approval then 'account.verification_approved' else 'account.verification_rejected' end, shown, at);
end $$;

-- Approves, by a proof of just that, or rejects for reasons. A company takes two who approve; one who rejects is enough. Outcomes:
-- done; approved_first while another has to approve too; second_person who has approved it already; unknown; over; own; not_judge;
-- unlooked who has not opened it lately; expired; unproved.
create or replace function decide_verification(
  reference text, staff_id bigint, reasons text[], expires_on date, at timestamptz, out outcome text
) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  shown       verifications;
  is_approval boolean := cardinality(reasons) = 0;
  is_first    boolean;
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
    when is_approval and exists (
      select from verification_approvals given
      where given.verification_id = shown.id and given.staff_id = decide_verification.staff_id) then 'second_person'
    when is_approval and not exists (
      select from spend_proofs(array['staff_approve_verification:' || shown.reference], array[staff_id])) then 'unproved'
    else 'done'
  end;
  if outcome <> 'done' then
    return;
  end if;
  if is_approval then
    is_first := verification_approvers(shown.kind) > (
      -- Who may not judge any more has approved nothing.
      select 1 + count(*) from verification_approvals given
      where given.verification_id = shown.id and may_judge(given.staff_id));
    insert into verification_approvals (verification_id, staff_id, at)
    values (shown.id, staff_id, at);
    if is_first then
      outcome := 'approved_first';
      perform add_staff_act(
        staff_id, 'verification.approve_first', staff_change_about(shown.user_id, shown.kind), shown.reference, at);
      return;
    end if;
  end if;
  perform apply_verification(shown, staff_id, reasons, expires_on, at);
  perform add_staff_act(
    staff_id, case when is_approval then 'verification.approve' else 'verification.reject' end,
    staff_change_about(shown.user_id, shown.kind),
    shown.reference || case when is_approval then '' else ': ' || array_to_string(reasons, ', ') end, at);
end $$;

-- Staff ask for a document anew by a proof of just that: what was approved by it, or granted by one administrator, ends until one is
-- approved again. Outcomes: done; not_allowed, as for restrictions; waiting where it is asked for; unproved.
create or replace function demand_verification(user_id bigint, kind text, staff_id bigint, reason text, at timestamptz, out outcome text)
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
    -- Whoever is no company has no papers of one.
    when kind = 'company' and not exists (
      select from users where users.id = user_id and users.corporate_since is not null) then 'not_allowed'
    when exists (
      select from verification_demands demand
      where demand.user_id = demand_verification.user_id and demand.kind = demand_verification.kind and demand.met_at is null)
      and verification_tries_left(user_id, kind) > 0 then 'waiting'
    when not exists (
      select from spend_proofs(array['staff_demand_verification:' || user_id || ':' || kind], array[staff_id])) then 'unproved'
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
  -- What two administrators gave above all documents is theirs to take back, and what one has lowered is theirs to lift.
  update users
  set granted_level = null
  where users.id = user_id and users.granted_level <= 2.5 and not users.is_level_lowered;
  perform settle_level(user_id);
  perform add_staff_act(staff_id, 'verification.demand', staff_change_about(user_id, kind), reason, at);
  insert into events (type, subject, payload, at)
  values (
    case when kind = 'company' then 'account.company_asked' else 'account.verification_asked' end, user_id::text, jsonb_build_object('detail', kind || '_document'), at);
end $$;

-- The name that was approved is shown from then on: sealed by the process that has the key, and taken only in the transaction
-- that has approved it.
create function show_company_name(reference text, name_sealed bytea, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  update users
  set company_name_sealed = name_sealed
  from verifications approved
  where approved.reference = show_company_name.reference and approved.kind = 'company' and approved.status = 'approved'
    and approved.decided_at = at and users.id = approved.user_id and users.corporate_since is not null;
  return found;
end $$;

-- A company is shown by its name only while it is approved.
create function hide_company_name() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users set company_name_sealed = null
  where users.id = new.user_id and users.company_name_sealed is not null;
  return null;
end $$;
create trigger company_name_ends after update of status on verifications
  for each row when (new.kind = 'company' and old.status = 'approved' and new.status <> 'approved')
  execute function hide_company_name();

-- Nothing runs that was agreed with the one and would end with the other. The user is locked, as for a start of a trade.
create function conversion_obstacle(user_id bigint) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when exists (
      select from running_trades running
      where conversion_obstacle.user_id in (running.buyer_id, running.seller_id)) then 'trades'
    when exists (
      select from verifications waiting
      where waiting.user_id = conversion_obstacle.user_id and waiting.status = 'pending') then 'pending'
    when exists (
      select from account_closures closure
      where closure.user_id = conversion_obstacle.user_id and closure.withdrawn_at is null) then 'closing'
  end
$$;

-- A person's account becomes a company's, which is verified by its documents. Outcomes: converted; already; trades; pending while
-- staff review a document; closing.
create function convert_to_corporate(user_id bigint, at timestamptz, out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  perform from users where users.id = user_id for update;
  outcome := case
    when exists (select from users where users.id = user_id and users.corporate_since is not null) then 'already'
    else coalesce(conversion_obstacle(user_id), 'converted')
  end;
  if outcome = 'converted' then
    update users set corporate_since = at, company_postponed_until = null where users.id = user_id;
    insert into events (type, subject, payload, at)
    values ('account.became_corporate', user_id::text, '{"detail": "corporate"}', at);
  end if;
end $$;

-- And back: what was verified of the company ends, and with it its level and name. Outcomes as above.
create function convert_to_personal(user_id bigint, at timestamptz, out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  perform from users where users.id = user_id for update;
  outcome := case
    when exists (select from users where users.id = user_id and users.corporate_since is null) then 'already'
    else coalesce(conversion_obstacle(user_id), 'converted')
  end;
  if outcome = 'converted' then
    update verifications known
    set status = case known.status when 'approved' then 'ended' else 'replaced' end
    where known.user_id = convert_to_personal.user_id and known.kind = 'company' and known.status in ('approved', 'started');
    delete from verification_demands demand
    where demand.user_id = convert_to_personal.user_id and demand.kind = 'company' and demand.met_at is null;
    update users
    set corporate_since = null, company_postponed_until = null, company_name_sealed = null
    where users.id = user_id;
    perform settle_level(user_id);
    insert into events (type, subject, payload, at)
    values ('account.became_personal', user_id::text, '{"detail": "personal"}', at);
  end if;
end $$;

-- Who acts for a company is not reminded of its documents for a week. False where there is nothing to remind of.
create function postpone_company_verification(user_id bigint, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  update users
  set company_postponed_until = at + interval '7 days'
  where users.id = user_id and users.corporate_since is not null and users.company_name_sealed is null;
  return found;
end $$;

-- A closed account is nobody's company.
create function end_company_of_closed() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users
  set corporate_since = null, company_name_sealed = null, company_postponed_until = null
  where users.id = new.user_id and users.corporate_since is not null;
  return null;
end $$;
create trigger company_ends after update of closed_at on account_closures
  for each row when (new.closed_at is not null) execute function end_company_of_closed();

revoke all on function
  note_lowered_level, verification_approvers, verification_demand_subject, show_company_name, hide_company_name, conversion_obstacle,
  convert_to_corporate, convert_to_personal, postpone_company_verification, end_company_of_closed from public;
grant execute on function
  verification_approvers, show_company_name, convert_to_corporate, convert_to_personal, postpone_company_verification
  to parley_web;
grant execute on function verification_demand_subject to parley_signer;
grant select (id) on verifications to parley_signer;
grant select (verification_id, staff_id) on verification_approvals to parley_signer;

-- Nobody could show themselves on video: a video is one more kind of verification, so that keys, looks, budgets, tries, demands, archive
-- and erasing are those of documents (0420). It gives no level; staff ask for it where pictures leave them in doubt.
-- Owned by outward/verification.

alter table verifications
  drop constraint verifications_kind_check,
  add constraint verifications_kind_check check (kind in ('id', 'address', 'company', 'video'));
alter table verification_demands
  drop constraint verification_demands_kind_check,
  add constraint verification_demands_kind_check check (kind in ('id', 'address', 'company', 'video'));
alter table verification_pictures
  drop constraint verification_pictures_side_check,
  add constraint verification_pictures_side_check check (
    side in ('front', 'back', 'selfie', 'document', 'registration', 'owners', 'company_address', 'authority', 'video'));

create or replace function verification_sides(kind text, document_type text) returns text[] language sql immutable as $$
  select case
    when kind = 'video' then array['video']
    when kind = 'company' then array['registration', 'owners', 'company_address', 'authority']
    when kind = 'address' then array['document']
    when document_type = 'passport' then array['front', 'selfie']
    else array['front', 'back', 'selfie']
  end
$$;

-- As before (0540); nobody shows themselves beside a document that is not there.
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
    when kind in ('address', 'video') and not exists (
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

-- As before.
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
  -- A video gave no level, and takes none. What two administrators gave above all documents is theirs to take back, and what one has lowered is theirs to lift.
  update users
  set granted_level = null
  where users.id = user_id and kind <> 'video' and users.granted_level <= 2.5 and not users.is_level_lowered;
  perform settle_level(user_id);
  perform add_staff_act(staff_id, 'verification.demand', staff_change_about(user_id, kind), reason, at);
  insert into events (type, subject, payload, at)
  values (
    case when kind = 'company' then 'account.company_asked' else 'account.verification_asked' end, user_id::text, jsonb_build_object('detail', kind || '_document'), at);
end $$;

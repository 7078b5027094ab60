-- A picture whose file was gone, or was not what had been kept, was a failure of the server and nobody's to mend. Each is encrypted with a key
-- of its own and authenticated, so that opening it says whether it is whole. One that is not is marked as corrupted by whoever of the staff has
-- opened its document: nobody approves with it, and its owner shows that side again without a try. Owned by outward/verification.

alter table verification_pictures add column corrupted_at timestamptz;

-- The file cannot be read. Of what waits for a decision the owner is told; a video, whose code has ended, is begun anew, and nobody rejected it.
-- A file that is there again, as it was, is marked no more. Outcomes: marked, also the second time; unknown who has not opened it lately, or where another picture has taken its place.
create function mark_picture_corrupted(
  reference text, side text, file_key text, staff_id bigint, is_corrupted boolean, at timestamptz, out outcome text
) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  shown verifications;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265004);
  select one.* into shown from verifications one where one.reference = mark_picture_corrupted.reference for update;
  outcome := case
    when (may_judge(staff_id) and looks_at_verification(shown.id, staff_id)) is not true then 'unknown'
    when not exists (
      select from verification_pictures kept
      where kept.verification_id = shown.id and kept.side = mark_picture_corrupted.side
        and kept.file_key = mark_picture_corrupted.file_key) then 'unknown'
    else 'marked'
  end;
  if outcome <> 'marked' then
    return;
  end if;
  if not is_corrupted then
    update verification_pictures kept
    set corrupted_at = null
    where kept.verification_id = shown.id and kept.side = mark_picture_corrupted.side and kept.corrupted_at is not null;
    if found then
      perform add_staff_act(
        staff_id, 'verification.readable', staff_change_about(shown.user_id, shown.kind), shown.reference || ': ' || side, at);
    end if;
    return;
  end if;
  -- Who has been told of one finds the others there.
  if shown.status = 'pending' and not exists (
    select from verification_pictures known where known.verification_id = shown.id and known.corrupted_at is not null)
  then
    perform tell_of_verification('account.verification_corrupted', shown, at);
  end if;
  update verification_pictures kept
  set corrupted_at = at
  where kept.verification_id = shown.id and kept.side = mark_picture_corrupted.side and kept.corrupted_at is null;
  if not found then
    return;
  end if;
  if shown.status = 'pending' and shown.kind = 'video' then
    update verifications set status = 'ended', decided_at = at where id = shown.id;
  end if;
  perform add_staff_act(
    staff_id, 'verification.corrupted', staff_change_about(shown.user_id, shown.kind), shown.reference || ': ' || side, at);
end $$;

-- As before (0420), and of what was submitted in the place of one that cannot be read: whoever has approved it, and a provider, saw other pictures.
create or replace function add_verification_picture(
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
    when own.status not in ('started', 'pending') then 'over'
    when own.status = 'pending' and not exists (
      select from verification_pictures lost
      where lost.verification_id = own.id and lost.side = add_verification_picture.side
        and lost.corrupted_at is not null) then 'over'
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
  set file_key = excluded.file_key, key_sealed = excluded.key_sealed, added_at = excluded.added_at, corrupted_at = null;
  if own.status = 'pending' then
    delete from verification_approvals given where given.verification_id = own.id;
    update provider_cases checked
    set sent_at = null, reported_at = null, asked_at = null, found_nothing_at = null, failures = 0, next_try_at = null
    where checked.verification_id = own.id;
  end if;
end $$;

do $$
declare
  made   text;
  change text[];
begin
  foreach change slice 1 in array array[
    -- A video that nobody could look at was decided by nobody: it gives no tries back.
    ['verification_tries_left(bigint, text)', 'and passed.status in (''approved'', ''ended''))',
     'and passed.status in (''approved'', ''ended'') and passed.decided_by is not null)'],
    ['decide_verification(text, bigint, text[], date, timestamptz)', '    when is_approval and expires_on <= at::date then ''expired''',
     '    when is_approval and exists (
      select from verification_pictures picture
      where picture.verification_id = shown.id and picture.corrupted_at is not null) then ''corrupted''
    when is_approval and expires_on <= at::date then ''expired'''],
    -- A look is at the pictures that were there.
    ['looks_at_verification(bigint, bigint)', 'and looked.staff_id = looks_at_verification.staff_id',
     'and looked.staff_id = looks_at_verification.staff_id
      and looked.at >= coalesce((
        select max(picture.added_at) from verification_pictures picture
        where picture.verification_id = looked.verification_id), ''-infinity'')']]
  loop
    made := pg_get_functiondef(change[1]::regprocedure);
    if strpos(made, change[2]) = 0 then raise exception '% does not say: %', change[1], change[2]; end if;
    execute replace(made, change[2], change[3]);
  end loop;
end $$;

revoke all on function mark_picture_corrupted from public;
grant execute on function mark_picture_corrupted to parley_web;

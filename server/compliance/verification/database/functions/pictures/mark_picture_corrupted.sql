-- The file cannot be read. For a pending decision the owner is notified; a video, whose code has expired, is begun anew without
-- a rejection. A file that is back unchanged is unmarked. Outcomes: marked, also the second time; unknown for staff who have
-- not opened it lately, or where another picture has replaced it.
create or replace function mark_picture_corrupted(reference text, side text, file_key text, staff_id bigint, is_corrupted boolean, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
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
  -- After the first notification the owner sees the others on the page.
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
revoke all on function mark_picture_corrupted(text,text,text,bigint,boolean,timestamp with time zone) from public;
grant execute on function mark_picture_corrupted(text,text,text,bigint,boolean,timestamp with time zone) to parley_web;

-- Of one's own, until it is submitted; another of the same side takes its place. Outcomes: added; unknown; over; not_wanted.
create or replace function add_verification_picture(reference text, user_id bigint, side text, file_key text, key_sealed bytea, pages integer, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
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
  insert into verification_pictures (verification_id, side, file_key, key_sealed, pages, added_at)
  values (own.id, side, file_key, key_sealed, pages, at)
  on conflict on constraint verification_pictures_pkey do update
  set file_key = excluded.file_key, key_sealed = excluded.key_sealed, pages = excluded.pages, added_at = excluded.added_at, corrupted_at = null;
  if own.status = 'pending' then
    delete from verification_approvals given where given.verification_id = own.id;
    update provider_cases checked
    set sent_at = null, reported_at = null, asked_at = null, found_nothing_at = null, failures = 0, next_try_at = null
    where checked.verification_id = own.id;
  end if;
end $$;
revoke all on function add_verification_picture(text,bigint,text,text,bytea,integer,timestamp with time zone) from public;
grant execute on function add_verification_picture(text,bigint,text,text,bytea,integer,timestamp with time zone) to parley_web;

-- Begins one and replaces an unsubmitted one. Outcomes: started; pending; approved while there is one that does not expire
-- soon; no_tries; id_first for an address of an unidentified user, and a company of an unverified user; personal for a company
-- of a personal account.
create or replace function start_verification(reference text, user_id bigint, kind text, country_iso3 text, document_type text, details_sealed bytea, document_mark bytea, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
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
    -- The user who acts for a company must be identified, and the account must be the company's.
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
revoke all on function start_verification(text,bigint,text,text,text,bytea,bytea,timestamp with time zone) from public;
grant execute on function start_verification(text,bigint,text,text,text,bytea,bytea,timestamp with time zone) to parley_web;

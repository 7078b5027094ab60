-- Hands it to the staff. Outcomes: submitted, also the second time; unknown; over; incomplete.
create or replace function submit_verification(reference text, user_id bigint, at timestamp with time zone, OUT outcome text) returns text
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
revoke all on function submit_verification(text,bigint,timestamp with time zone) from public;
grant execute on function submit_verification(text,bigint,timestamp with time zone) to parley_web;

-- A look shows the documents, and lets decide, for half an hour.
create or replace function looks_at_verification(verification_id bigint, staff_id bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from verification_looks looked
    where looked.verification_id = looks_at_verification.verification_id
      and looked.staff_id = looks_at_verification.staff_id
      and looked.at >= coalesce((
        select max(picture.added_at) from verification_pictures picture
        where picture.verification_id = looked.verification_id), '-infinity') and looked.at > market_now() - interval '30 minutes')
$$;
revoke all on function looks_at_verification(bigint,bigint) from public;
grant execute on function looks_at_verification(bigint,bigint) to parley_web;

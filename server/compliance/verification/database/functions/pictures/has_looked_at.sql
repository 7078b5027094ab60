-- Whether these staff have opened documents of that person in the last half hour.
create or replace function has_looked_at(staff_id bigint, user_id bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select
    from verification_looks looked
    join verifications shown on shown.id = looked.verification_id
    where shown.user_id = has_looked_at.user_id and looks_at_verification(shown.id, has_looked_at.staff_id))
$$;
revoke all on function has_looked_at(bigint,bigint) from public;

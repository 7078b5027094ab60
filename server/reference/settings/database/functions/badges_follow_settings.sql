-- After a change the job checks the badges of all who have traded, in batches; the change itself does not wait for that.
create or replace function badges_follow_settings() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into badge_sweeps as sweep (upto)
  values (0)
  on conflict on constraint badge_sweeps_pkey do update
  set upto = 0;
  return null;
end $$;
revoke all on function badges_follow_settings() from public;

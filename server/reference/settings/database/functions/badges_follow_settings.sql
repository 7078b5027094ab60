-- Another number, and everybody who has traded is looked at, by the job in its turns: whoever changes it does not wait for that.
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

-- When the last such restriction of a listed user is lifted, they are asked about again: what was decided stays among the acts.
create or replace function ask_again_of_listed() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not is_stopped(new.user_id) then
    update screening_hits found
    set verdict = null, decided_by = null, decided_at = null, decided_why = null
    where found.user_id = new.user_id and found.verdict = 'listed';
  end if;
  return null;
end $$;
revoke all on function ask_again_of_listed() from public;

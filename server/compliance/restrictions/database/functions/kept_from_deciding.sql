-- Why these staff may not decide about a restriction; null where they may. The row is locked by the caller.
create or replace function kept_from_deciding(standing user_restrictions, staff_id bigint, subject text) returns text
language plpgsql set search_path = public, pg_temp as $$
begin
  return case
    when standing.id is null then 'unknown'
    when standing.lifted_at is not null then 'over'
    when standing.user_id = staff_id then 'own'
    when standing.set_by = staff_id then 'second_person'
    when may_restrict(staff_id, standing.user_id, standing.state) is not true then 'not_allowed'
    when not exists (select from spend_proofs(array[subject], array[staff_id])) then 'unproved'
  end;
end $$;
revoke all on function kept_from_deciding(user_restrictions,bigint,text) from public;

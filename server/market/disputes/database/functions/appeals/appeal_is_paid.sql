-- Whether the operator has paid what an appeal is worth: one correction for its number.
create or replace function appeal_is_paid(case_number text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select
    from dispute_appeals appeal
    join staff_changes change
      on change.kind = 'post_journal' and change.user_id = appeal.appellant_id
      and change.detail like 'credit:%:' || appeal.case_number
    join manual_journals posted on posted.change_id = change.id
    where appeal.case_number = appeal_is_paid.case_number)
$$;
revoke all on function appeal_is_paid(text) from public;
grant execute on function appeal_is_paid(text) to parley_web;

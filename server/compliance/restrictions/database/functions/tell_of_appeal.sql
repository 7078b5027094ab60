-- The staff who may lift it, except the one who set it; of very many the first fifty.
create or replace function tell_of_appeal() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into events (type, subject, payload, at)
  select 'staff.appeal_made', judge.user_id::text, jsonb_build_object('detail', standing.case_number), new.written_at
  from user_restrictions standing
  cross join lateral (
    select distinct granted.user_id
    from user_roles granted
    where granted.user_id is distinct from standing.set_by and may_restrict(granted.user_id, standing.user_id, standing.state)
    order by granted.user_id
    limit 50) as judge
  where standing.id = new.restriction_id;
  return null;
end $$;
revoke all on function tell_of_appeal() from public;

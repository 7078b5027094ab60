-- A closed account is nobody's company.
create or replace function end_company_of_closed() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users
  set corporate_since = null, company_name_sealed = null, company_postponed_until = null
  where users.id = new.user_id and users.corporate_since is not null;
  return null;
end $$;
revoke all on function end_company_of_closed() from public;

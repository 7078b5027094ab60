-- A company is shown by its name only while it is approved.
create or replace function hide_company_name() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users set company_name_sealed = null
  where users.id = new.user_id and users.company_name_sealed is not null;
  return null;
end $$;
revoke all on function hide_company_name() from public;

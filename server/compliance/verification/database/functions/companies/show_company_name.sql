-- The name that was approved is shown from then on: sealed by the process that has the key, and taken only in the transaction
-- that has approved it.
create or replace function show_company_name(reference text, name_sealed bytea, at timestamp with time zone) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  update users
  set company_name_sealed = name_sealed
  from verifications approved
  where approved.reference = show_company_name.reference and approved.kind = 'company' and approved.status = 'approved'
    and approved.decided_at = at and users.id = approved.user_id and users.corporate_since is not null;
  return found;
end $$;
revoke all on function show_company_name(text,bytea,timestamp with time zone) from public;
grant execute on function show_company_name(text,bytea,timestamp with time zone) to parley_web;

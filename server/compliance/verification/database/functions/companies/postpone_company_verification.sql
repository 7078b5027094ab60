-- Postpones the reminder about a company's documents by a week. False where there is nothing to remind of.
create or replace function postpone_company_verification(user_id bigint, at timestamp with time zone) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  update users
  set company_postponed_until = at + interval '7 days'
  where users.id = user_id and users.corporate_since is not null and users.company_name_sealed is null;
  return found;
end $$;
revoke all on function postpone_company_verification(bigint,timestamp with time zone) from public;
grant execute on function postpone_company_verification(bigint,timestamp with time zone) to parley_web;

-- A person's account becomes a company's, which is verified by its documents. Outcomes: converted; already; trades; pending while
-- staff review a document; closing.
create or replace function convert_to_corporate(user_id bigint, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  perform from users where users.id = user_id for update;
  outcome := case
    when exists (select from users where users.id = user_id and users.corporate_since is not null) then 'already'
    else coalesce(conversion_obstacle(user_id), 'converted')
  end;
  if outcome = 'converted' then
    update users set corporate_since = at, company_postponed_until = null where users.id = user_id;
    insert into events (type, subject, payload, at)
    values ('account.became_corporate', user_id::text, '{"detail": "corporate"}', at);
  end if;
end $$;
revoke all on function convert_to_corporate(bigint,timestamp with time zone) from public;
grant execute on function convert_to_corporate(bigint,timestamp with time zone) to parley_web;

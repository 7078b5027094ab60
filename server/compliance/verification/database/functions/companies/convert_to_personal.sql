-- And back: what was verified of the company ends, and with it its level and name. Outcomes as above.
create or replace function convert_to_personal(user_id bigint, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  perform from users where users.id = user_id for update;
  outcome := case
    when exists (select from users where users.id = user_id and users.corporate_since is null) then 'already'
    else coalesce(conversion_obstacle(user_id), 'converted')
  end;
  if outcome = 'converted' then
    update verifications known
    set status = case known.status when 'approved' then 'ended' else 'replaced' end
    where known.user_id = convert_to_personal.user_id and known.kind = 'company' and known.status in ('approved', 'started');
    delete from verification_demands demand
    where demand.user_id = convert_to_personal.user_id and demand.kind = 'company' and demand.met_at is null;
    update users
    set corporate_since = null, company_postponed_until = null, company_name_sealed = null
    where users.id = user_id;
    perform settle_level(user_id);
    insert into events (type, subject, payload, at)
    values ('account.became_personal', user_id::text, '{"detail": "personal"}', at);
  end if;
end $$;
revoke all on function convert_to_personal(bigint,timestamp with time zone) from public;
grant execute on function convert_to_personal(bigint,timestamp with time zone) to parley_web;

-- What is proved for a demand; null where these staff may not ask this person.
create or replace function verification_demand_subject(staff_id bigint, username text, kind text) returns text
language sql stable set search_path = public, pg_temp as $$
  select 'staff_demand_verification:' || person.id || ':' || verification_demand_subject.kind
  from users person
  where lower(person.username) = lower(verification_demand_subject.username)
    and may_restrict(verification_demand_subject.staff_id, person.id, 'suspended')
$$;
revoke all on function verification_demand_subject(bigint,text,text) from public;
grant execute on function verification_demand_subject(bigint,text,text) to parley_signer;

-- What the provider has found, as a worker read it there: reasons reject, and without any the staff read that nothing was found.
-- Outcomes: done, noted; over where it is decided; unknown where it was never sent.
create or replace function decide_by_provider(verification_id bigint, reasons text[], at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  shown verifications;
begin
  perform assert_now(at);
  if (cardinality(reasons) <= 12 and not exists (
      select from unnest(reasons) as given (reason) where given.reason !~ '^[a-z_]{3,40}$')) is not true then
    raise exception 'these are no reasons' using errcode = 'check_violation';
  end if;
  select one.* into shown from verifications one where one.id = decide_by_provider.verification_id for update;
  outcome := case
    when not exists (
      select from provider_cases checked
      where checked.verification_id = decide_by_provider.verification_id and checked.sent_at is not null) then 'unknown'
    when shown.status <> 'pending' then 'over'
    when cardinality(reasons) = 0 then 'noted'
    else 'done'
  end;
  if outcome = 'done' then
    perform apply_verification(shown, null, reasons, null, at);
  elsif outcome = 'noted' then
    update provider_cases checked
    set found_nothing_at = coalesce(checked.found_nothing_at, at)
    where checked.verification_id = decide_by_provider.verification_id;
  end if;
end $$;
revoke all on function decide_by_provider(bigint,text[],timestamp with time zone) from public;
grant execute on function decide_by_provider(bigint,text[],timestamp with time zone) to parley_worker;

-- Orders that nobody has answered about for so many minutes become cases of the staff. Returns how many did now.
create or replace function open_provider_cases(at timestamp with time zone) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  opened int;
begin
  perform assert_now(at);
  update provider_orders made
  set case_at = open_provider_cases.at, case_reason = 'unknown', version = made.version + 1
  where made.status in ('submitted', 'unknown') and made.case_at is null
    -- A user may take the time to pay, but for a prompt.
    and (made.product <> 'on_ramp' or moves_by_hand(made.provider) or made.unknown_since < open_provider_cases.at - make_interval(mins => (setting_value('providers.unknown_minutes') #>> '{}')::int))
    and made.submitted_at < open_provider_cases.at
      - make_interval(mins => (setting_value('providers.unknown_minutes') #>> '{}')::int);
  get diagnostics opened = row_count;
  return opened;
end $$;
revoke all on function open_provider_cases(timestamp with time zone) from public;
grant execute on function open_provider_cases(timestamp with time zone) to parley_worker;

-- Its owner looks at a code: the first time is written, and the answer is repeated for two minutes. The outcome: shown, unknown, vault, shown_before.
create or replace function show_store_code(user_id bigint, hash text, at timestamp with time zone)
returns TABLE(outcome text, code_sealed bytea, pin_sealed bytea, seen_at timestamp with time zone)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  code store_codes;
begin
  perform assert_now(at);
  perform assert_may_act_for(array[user_id]);
  code := own_store_code(user_id, hash);
  outcome := case
    when code.id is null or code.code_sealed is null then 'unknown'
    when is_in_vault(code) then 'vault'
    when code.first_seen_at < at - interval '2 minutes' then 'shown_before'
    else 'shown' end;
  if outcome = 'shown' then
    update store_codes one
    set first_seen_at = coalesce(one.first_seen_at, at)
    where one.id = code.id
    returning one.code_sealed, one.pin_sealed, one.first_seen_at into code_sealed, pin_sealed, seen_at;
  end if;
  return next;
end $$;
revoke all on function show_store_code(bigint,text,timestamp with time zone) from public;
grant execute on function show_store_code(bigint,text,timestamp with time zone) to parley_web;

-- Pauses, resumes or ends rules of a user: the named one, or without a name all that go on. A schedule that is resumed begins anew, and a
-- price is looked at anew. Returns how many it changed.
create or replace function switch_hedge_rules(user_id bigint, hash text, status text, at timestamp with time zone) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  changed int;
begin
  perform assert_now(at);
  if hash is null and status = 'active' then
    raise exception 'rules are resumed one by one' using errcode = 'check_violation';
  end if;
  update hedge_rules rule
  set status = switch_hedge_rules.status,
      paused_why = case when switch_hedge_rules.status = 'paused' then 'user' end,
      ended_at = case when switch_hedge_rules.status = 'ended' then at end,
      next_at = at + make_interval(days => rule.every_days),
      is_met = null
  where rule.user_id = switch_hedge_rules.user_id and (switch_hedge_rules.hash is null or rule.hash = switch_hedge_rules.hash)
    and rule.status <> 'ended' and rule.status <> switch_hedge_rules.status;
  get diagnostics changed = row_count;
  return changed;
end $$;
revoke all on function switch_hedge_rules(bigint,text,text,timestamp with time zone) from public;
grant execute on function switch_hedge_rules(bigint,text,text,timestamp with time zone) to parley_web;

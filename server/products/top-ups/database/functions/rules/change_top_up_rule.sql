-- Pauses, resumes or ends a rule, or sets the most that it may cost. One that no longer asks has no open question. The outcome: changed, unknown.
create or replace function change_top_up_rule(user_id bigint, hash text, status text, most_cents bigint, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  rule top_up_rules;
begin
  perform assert_now(at);
  perform assert_may_act_for(array[user_id]);
  select one.* into rule
  from top_up_rules one
  where one.hash = change_top_up_rule.hash and one.user_id = change_top_up_rule.user_id and one.status <> 'ended'
  for update;
  if rule.id is null then return 'unknown'; end if;
  update top_up_rules one
  set status = change_top_up_rule.status, most_cents = change_top_up_rule.most_cents,
      next_at = case when rule.status = 'paused' and change_top_up_rule.status = 'active' then next_top_up_at(rule.day, at) else one.next_at end,
      ended_at = case when change_top_up_rule.status = 'ended' then at end
  where one.id = rule.id;
  if status <> 'active' then
    update top_up_asks ask set status = 'skipped', ended_at = at where ask.rule_id = rule.id and ask.status = 'waiting';
  end if;
  return 'changed';
end $$;
revoke all on function change_top_up_rule(bigint,text,text,bigint,timestamp with time zone) from public;
grant execute on function change_top_up_rule(bigint,text,text,bigint,timestamp with time zone) to parley_web;

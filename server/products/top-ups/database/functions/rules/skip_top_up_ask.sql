-- The answer is no, for this month. The outcome: skipped, over.
create or replace function skip_top_up_ask(user_id bigint, ask text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  perform assert_may_act_for(array[user_id]);
  update top_up_asks asked
  set status = 'skipped', ended_at = at
  where asked.hash = ask and asked.user_id = skip_top_up_ask.user_id and asked.status = 'waiting';
  return case when found then 'skipped' else 'over' end;
end $$;
revoke all on function skip_top_up_ask(bigint,text,timestamp with time zone) from public;
grant execute on function skip_top_up_ask(bigint,text,timestamp with time zone) to parley_web;

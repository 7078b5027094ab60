-- Its owner's own words about a code. The outcome: marked, unknown.
create or replace function mark_store_code(user_id bigint, hash text, is_used boolean, note text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  code store_codes;
begin
  perform assert_now(at);
  perform assert_may_act_for(array[user_id]);
  code := own_store_code(user_id, hash);
  if code.id is null then return 'unknown'; end if;
  update store_codes one
  set used_at = case when is_used then coalesce(one.used_at, at) end, note = nullif(mark_store_code.note, '')
  where one.id = code.id;
  return 'marked';
end $$;
revoke all on function mark_store_code(bigint,text,boolean,text,timestamp with time zone) from public;
grant execute on function mark_store_code(bigint,text,boolean,text,timestamp with time zone) to parley_web;

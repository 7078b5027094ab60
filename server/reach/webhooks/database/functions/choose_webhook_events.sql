create or replace function choose_webhook_events(user_id bigint, added text[], removed text[]) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  update webhook_endpoints known
  set events = array(
    select distinct one from unnest(known.events || added) as one where one <> all (removed) order by one)
  where known.user_id = choose_webhook_events.user_id;
  return found;
end $$;
revoke all on function choose_webhook_events(bigint,text[],text[]) from public;
grant execute on function choose_webhook_events(bigint,text[],text[]) to parley_web;

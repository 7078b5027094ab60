-- An order answers the question of a rule, once. Null where it may; ask_over where the question has ended.
create or replace function pay_top_up_ask(ask bigint, is_paid boolean, at timestamp with time zone) returns text
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  asked top_up_asks;
begin
  if ask is null then return null; end if;
  select one.* into asked from top_up_asks one where one.id = ask for update;
  if asked.status <> 'waiting' or asked.expires_at <= at then return 'ask_over'; end if;
  if is_paid then update top_up_asks one set status = 'paid', ended_at = at where one.id = ask; end if;
  return null;
end $$;
revoke all on function pay_top_up_ask(bigint,boolean,timestamp with time zone) from public;

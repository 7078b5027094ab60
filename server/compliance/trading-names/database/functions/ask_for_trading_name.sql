-- A verified company asks for a trading name; names of one `look` look alike. Outcomes: asked; unverified; waiting while another one
-- waits; unchanged; too_often; taken by another company, or by a user of the staff or with a badge.
create or replace function ask_for_trading_name(user_id bigint, reference text, name text, look text, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  most int := coalesce((select (value #>> '{}')::int from settings where settings.name = 'trading_names.asks_a_month'), 3);
  company users;
begin
  perform assert_now(at);
  perform lock_trading_names();
  select known.* into company from users known where known.id = user_id for update;
  outcome := case
    when company.company_name_sealed is null or coalesce(company.verified_level, 0) < 3 then 'unverified'
    when exists (
      select from trading_names one where one.user_id = company.id and one.status = 'waiting') then 'waiting'
    when company.trading_name = ask_for_trading_name.name then 'unchanged'
    when most <= (
      select count(*) from trading_names one
      where one.user_id = company.id and one.asked_at > at - interval '30 days') then 'too_often'
    when is_trading_name_taken(company.id, ask_for_trading_name.name, look) then 'taken'
    else 'asked'
  end;
  if outcome = 'asked' then
    insert into trading_names (reference, user_id, name, look, asked_at)
    values (reference, company.id, ask_for_trading_name.name, look, at);
  end if;
end $$;
revoke all on function ask_for_trading_name(bigint,text,text,text,timestamp with time zone) from public;
grant execute on function ask_for_trading_name(bigint,text,text,text,timestamp with time zone) to parley_web;

-- Gives an account its name and birth date, which come sealed. The country counts the first time, and with it the registration group.
-- Locks the user. The outcome: named; named_before where the account may not be named.
create or replace function name_user(person bigint, first_name bytea, last_name bytea, birth_date bytea, country text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  groups constant jsonb := setting_value('accounts.group_one_countries');
begin
  perform from users where users.id = person for no key update;
  if may_name(person) is not true then return 'named_before'; end if;
  update users
  set first_name_sealed = first_name, last_name_sealed = last_name, birth_date_sealed = birth_date, named_at = market_now(),
      country_iso = case when named_at is null then country else country_iso end,
      registration_group = case
        when named_at is not null then registration_group
        when groups ?| array[country, 'YY'] then 1
        else 2
      end
  where users.id = person;
  return 'named';
end $$;
revoke all on function name_user(bigint,bytea,bytea,bytea,text) from public;
grant execute on function name_user(bigint,bytea,bytea,bytea,text) to parley_web;

-- From the last module to the first: rows go before those that they refer to.
create or replace function erase_closed_account() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  step text;
begin
  for step in select name from closing_steps where kind = 'erases' order by place desc loop
    execute format('select %I($1)', step) using new.user_id;
  end loop;
  return null;
end $$;
revoke all on function erase_closed_account() from public;

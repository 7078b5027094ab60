-- What keeps this account from being closed, as the modules declare it: balances, and what others wait for, would be no user's
-- afterwards. The detail is the coin, or how many there are.
create or replace function closing_obstacles(user_id bigint) returns TABLE(code text, detail text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  step text;
begin
  for step in select name from closing_steps where kind = 'obstacles' order by place loop
    return query execute format('select code, detail from %I($1)', step) using closing_obstacles.user_id;
  end loop;
end $$;
revoke all on function closing_obstacles(bigint) from public;
grant execute on function closing_obstacles(bigint) to parley_web;

-- A new factor holds what its owner may prove for a day. The demo's staff could then approve nothing on the day a visitor tries it.
-- For the owner of the tables alone, and of accounts of the demo alone.
create or replace function end_demo_holds(user_ids bigint[]) returns void
language sql as $$
  delete from send_out_holds
  where user_id in (select users.id from users where users.id = any(user_ids) and users.is_demo)
$$;
revoke all on function end_demo_holds(bigint[]) from public;

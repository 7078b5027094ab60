-- No account of the demo market had a second factor, so nobody could try what the staff do: every approval takes one. The demo's staff
-- have an authenticator app, whose codes a page of the demo shows. The table is empty in every other market.
-- Owned by demo.

create table demo_authenticators (
  user_id bigint not null primary key references users,
  -- In base32. Play money: everybody who opens the page reads the codes made of it.
  secret  text   not null
);
grant select on demo_authenticators to parley_web;

-- A new factor holds what its owner may prove for a day. The demo's staff could then approve nothing on the day somebody tries it.
-- For the owner of the tables alone, and of accounts of the demo alone.
create function end_demo_holds(user_ids bigint[]) returns void
language sql as $$
  delete from send_out_holds
  where user_id in (select users.id from users where users.id = any(user_ids) and users.is_demo)
$$;
revoke all on function end_demo_holds(bigint[]) from public;

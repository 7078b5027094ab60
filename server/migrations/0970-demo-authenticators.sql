-- No account of the demo market had a second factor, so nobody could try what the staff do: every approval takes one. The demo's staff
-- have an authenticator app, whose codes a page of the demo shows. The table is empty in every other market.
-- Owned by demo.

create table demo_authenticators (
  user_id bigint not null primary key references users,
  -- In base32. Play money: everybody who opens the page reads the codes made of it.
  secret  text   not null
);
grant select on demo_authenticators to parley_web;

-- The demo market's memory: which users are robots and how each behaves, and which newcomers' offers a robot has
-- looked at. A row in demo_robots means that the market was seeded. Owned by demo.

create table demo_robots (
  user_id bigint primary key references users,
  -- honest: acts within a minute. slow: takes ten minutes for each step. disputes: asks a moderator as soon as it may.
  manner  text   not null check (manner in ('honest', 'slow', 'disputes'))
);

-- One row for an offer that a robot took, or tried to: each is taken once.
create table demo_takes (
  offer_hash text        primary key,
  owner_id   bigint      not null references users,
  tries      int         not null,
  trade_hash text,
  -- Why the last try was refused.
  refusal    text,
  at         timestamptz not null
);
create index demo_takes_of_owner on demo_takes (owner_id, at);

grant select, insert on demo_robots to parley_app;
grant select, insert, update on demo_takes to parley_app;

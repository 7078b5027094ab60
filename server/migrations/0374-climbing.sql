-- A step of a trade that waits for its reader must not be lost in a channel that they do not look at: what nobody opened comes
-- by the next channel. Whoever stopped emails by the link in one gets none this way either. Owned by outward/notifications.

-- When it is looked at whether somebody opened it; null where nothing waits for its reader, and when every channel was used.
alter table notifications add column climb_at timestamptz;
create index notifications_to_climb on notifications (climb_at) where climb_at is not null;

create table email_stops (
  user_id    bigint      not null references users,
  area       text        not null,
  stopped_at timestamptz not null,
  primary key (user_id, area)
);
grant select, insert, delete on email_stops to parley_web;
grant select on email_stops to parley_worker;

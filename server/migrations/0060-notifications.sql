-- What somebody should know: one row a notice, with whether it was read. Mails about a trade go out as well, never two
-- for one cause. Owned by outward/notifications.

create table notifications (
  id         bigint      generated always as identity primary key,
  user_id    bigint      not null references users,
  -- A key such as trade_paid; the screen has the sentence.
  kind       text        not null,
  subject    text        not null,
  details    jsonb       not null default '{}',
  link       text        not null,
  at         timestamptz not null,
  read_at    timestamptz
);
create index notifications_of_user on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;

grant select, insert, update on notifications to parley_app;

-- Somebody wrote in a trade's chat to somebody who may not be there: after the time that the reader chose they are told once
-- what they still have not read. One row for each reader and trade while they wait. Owned by outward/notifications.

create table chat_waits (
  trade_id bigint      not null references trades,
  user_id  bigint      not null references users,
  due_at   timestamptz not null,
  primary key (trade_id, user_id)
);
create index chat_waits_due on chat_waits (due_at);
grant select, insert, delete on chat_waits to parley_worker;

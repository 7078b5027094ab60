-- Somebody wrote in a trade's chat to somebody who may not be there: after the time that the reader chose they are told once
-- what they still have not read. One row for each reader and trade while they wait. Owned by outward/notifications.

create table chat_waits (
  -- Of a trade, and no reference: it would hold the trade's row, which calls lock, until a whole list is delivered.
  trade_id bigint      not null,
  user_id  bigint      not null references users,
  due_at   timestamptz not null,
  primary key (trade_id, user_id)
);
create index chat_waits_due on chat_waits (due_at);
grant select, insert, update, delete on chat_waits to parley_worker;

create table account_closures (
  id bigint generated always as identity not null,
  user_id bigint not null,
  reason text not null,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  withdrawn_at timestamptz,
  closed_at timestamptz,
  primary key (id),
  constraint account_closures_check check (due_at > asked_at),
  constraint account_closures_check1 check (withdrawn_at is null or closed_at is null),
  constraint account_closures_reason_check check (reason in ('no_need', 'other_market', 'privacy', 'difficult', 'other_account', 'other'))
);
alter table account_closures add foreign key (user_id) references users(id);
create index account_closures_due on account_closures (due_at) where withdrawn_at is null and closed_at is null;
-- One request at a time, and a closed account stays closed.
create unique index account_closures_standing on account_closures (user_id) where withdrawn_at is null;
create trigger account_erased after update of closed_at on account_closures for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_closed_account();
grant select on account_closures to parley_web, parley_worker;

-- What the modules declare: functions that list what prevents a closing, and functions that erase a closed account.
create table closing_steps (
  -- In module order.
  place int not null,
  kind text not null,
  name text not null,
  primary key (name),
  constraint closing_steps_kind_check check (kind in ('obstacles', 'erases'))
);

-- A dispute: why, who has the case, and how it was decided. Above a sum a second moderator confirms. The trade's status
-- is in trades; here is what led to it. Owned by market/disputes.

create table disputes (
  id            bigint      generated always as identity primary key,
  trade_hash    text        not null,
  round         int         not null,
  opened_by     text        not null check (opened_by in ('buyer', 'seller')),
  opened_by_id  bigint      not null references users,
  reason_id     int         not null,
  body          text        not null check (char_length(body) <= 250),
  usd_cents     bigint      not null,
  opened_at     timestamptz not null,
  due_at        timestamptz not null,
  taken_by      bigint      references users,
  taken_at      timestamptz,
  proposed_winner text      check (proposed_winner in ('buyer', 'seller')),
  proposed_by   bigint      references users,
  outcome       text        check (outcome in ('buyer', 'seller', 'settled')),
  reason_code   text,
  note          text,
  decided_by    bigint      references users,
  decided_at    timestamptz,
  unique (trade_hash, round),
  check ((outcome is null) = (decided_at is null))
);
create index disputes_open on disputes (due_at) where outcome is null;
create index disputes_decided on disputes (decided_at desc) where outcome is not null;

-- What staff do is written down where it cannot be changed; each row carries the hash of the one before. The chain is
-- extended under a lock, so it has one order.
create table staff_acts (
  id        bigint      generated always as identity primary key,
  staff_id  bigint      not null references users,
  act       text        not null,
  subject   text        not null,
  reason    text        not null,
  at        timestamptz not null,
  previous  bytea       not null,
  digest    bytea       not null unique
);
create trigger staff_acts_append_only before update or delete or truncate on staff_acts
  for each statement execute function refuse_change();

grant select, insert, update on disputes to parley_app;
grant select, insert on staff_acts to parley_app;

-- What the platform itself keeps: facts to be told after a commit, answers given under a request key, messages of the
-- live channel, outgoing mail, and the heartbeat that lets timers stand still while the platform is down.
-- Owned by platform.

create table events (
  id            bigint      generated always as identity primary key,
  type          text        not null,
  subject       text        not null,
  payload       jsonb       not null,
  at            timestamptz not null,
  dispatched_at timestamptz,
  attempts      int         not null default 0,
  fault         text
);
create index events_to_dispatch on events (id) where dispatched_at is null;

create table idempotency_keys (
  principal  text        not null,
  key        text        not null,
  route      text        not null,
  body_hash  text        not null,
  status     int         not null,
  answer     jsonb       not null,
  created_at timestamptz not null,
  primary key (principal, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table live_channels (
  name     text   primary key,
  last_seq bigint not null
);

create table live_messages (
  channel text        not null,
  seq     bigint      not null,
  at      timestamptz not null,
  body    jsonb       not null,
  primary key (channel, seq)
);
create index live_messages_by_age on live_messages (at);

create table mails (
  id         bigint      generated always as identity primary key,
  -- One mail per reason, whatever retries arrive.
  dedupe_key text        not null unique,
  to_address text        not null,
  subject    text        not null,
  body_text  text        not null,
  created_at timestamptz not null,
  sent_at    timestamptz,
  attempts   int         not null default 0,
  next_at    timestamptz not null,
  fault      text
);
create index mails_to_send on mails (next_at) where sent_at is null;

-- What the local mail server took, where no other is configured.
create table inbox_mails (
  id         bigint      generated always as identity primary key,
  to_address text        not null,
  subject    text        not null,
  body_text  text        not null,
  at         timestamptz not null
);
create index inbox_mails_of_address on inbox_mails (to_address, id desc);

create table heartbeats (
  only_row boolean     primary key default true check (only_row),
  beat_at  timestamptz not null
);

create table error_reports (
  id         bigint      generated always as identity primary key,
  at         timestamptz not null,
  request_id text        not null,
  route      text        not null,
  message    text        not null
);

grant select, insert, update on events, mails, heartbeats, live_channels to parley_app;
grant select, insert, delete on idempotency_keys, live_messages, inbox_mails to parley_app;
grant select, insert on error_reports to parley_app;

create table webhook_endpoints (
  id bigint generated always as identity not null,
  user_id bigint not null,
  url text not null,
  -- While its address is being checked.
  checking_since timestamptz,
  is_enabled boolean not null default false,
  -- The address that returned a challenge last, and when. Another one may be set since.
  verified_url text,
  verified_at timestamptz,
  why text,
  check_fault text,
  events text[] not null,
  -- Of the Standard Webhooks signature: its bytes, sealed; and the previous one, which signs as well until then.
  secret_sealed bytea not null,
  previous_sealed bytea,
  previous_until timestamptz,
  -- In a row, each of another minute.
  failures int not null default 0,
  failing_since timestamptz,
  last_failure_at timestamptz,
  last_success_at timestamptz,
  is_warned boolean not null default false,
  is_slow boolean not null default false,
  created_at timestamptz not null,
  primary key (id),
  constraint webhook_endpoints_user_key unique (user_id),
  constraint webhook_endpoints_url_check check (length(url) between 1 and 2000),
  constraint webhook_endpoints_why_check check (why in ('unverified', 'check_failed', 'failures', 'gone')),
  constraint webhook_endpoints_enabled_check check (not is_enabled or (coalesce(verified_url = url, false) and why is null))
);
alter table webhook_endpoints add foreign key (user_id) references users(id);
grant select on webhook_endpoints to parley_web;
grant select, update (checking_since, is_enabled, verified_url, verified_at, why, check_fault, failures, failing_since, last_failure_at, last_success_at, is_warned, is_slow)
  on webhook_endpoints to parley_worker;

-- The last number of each subject of a user, which outlives the messages.
create table webhook_subjects (
  user_id bigint not null,
  subject text not null,
  seq int not null,
  at timestamptz not null,
  primary key (user_id, subject)
);
alter table webhook_subjects add foreign key (user_id) references users(id);
create index webhook_subjects_by_time on webhook_subjects (at);
grant insert, select, update on webhook_subjects to parley_web, parley_worker;

create table webhook_messages (
  id bigint generated always as identity not null,
  public_id text not null,
  user_id bigint not null,
  type text not null,
  subject text not null,
  seq int not null,
  -- As it is sent, byte for byte.
  body text not null,
  at timestamptz not null,
  -- Why no delivery was planned: the endpoint was off, or too many wait for it.
  skipped text,
  primary key (id),
  constraint webhook_messages_public_id_key unique (public_id),
  constraint webhook_messages_seq_key unique (user_id, subject, seq),
  constraint webhook_messages_skipped_check check (skipped in ('off', 'full'))
);
alter table webhook_messages add foreign key (user_id) references users(id);
create index webhook_messages_by_subject on webhook_messages (subject, type);
create index webhook_messages_of_user on webhook_messages (user_id, id);
create index webhook_messages_by_time on webhook_messages (at);
grant insert, select on webhook_messages to parley_web, parley_worker;

-- One row for each try.
create table webhook_deliveries (
  id bigint generated always as identity not null,
  public_id text not null,
  endpoint_id bigint not null,
  -- Null for the check of an address.
  message_id bigint,
  cause text not null,
  attempt int not null,
  planned_at timestamptz not null,
  -- Nobody else sends it until then.
  taken_until timestamptz,
  ended_at timestamptz,
  is_accepted boolean,
  http_status int,
  ms int,
  fault text,
  answer text,
  primary key (id),
  constraint webhook_deliveries_public_id_key unique (public_id),
  constraint webhook_deliveries_cause_check check (cause in ('check', 'event', 'retry', 'replay', 'test')),
  constraint webhook_deliveries_message_check check ((message_id is null) = (cause = 'check')),
  constraint webhook_deliveries_end_check check ((ended_at is null) = (is_accepted is null))
);
alter table webhook_deliveries add foreign key (endpoint_id) references webhook_endpoints(id) on delete cascade;
alter table webhook_deliveries add foreign key (message_id) references webhook_messages(id) on delete cascade;
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, planned_at, id) where ended_at is null;
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_of_message on webhook_deliveries (message_id);
create index webhook_deliveries_asked on webhook_deliveries (planned_at, id) where ended_at is null and cause in ('check', 'test');
create index webhook_deliveries_ended on webhook_deliveries (endpoint_id, ended_at);
create index webhook_deliveries_of_checks on webhook_deliveries (id) where message_id is null;
-- A message waits once for an endpoint, however often a user requests it.
create unique index webhook_deliveries_once on webhook_deliveries (endpoint_id, message_id) where ended_at is null;
grant insert, select on webhook_deliveries to parley_web, parley_worker;
grant update (taken_until, ended_at, is_accepted, http_status, ms, fault, answer) on webhook_deliveries to parley_worker;

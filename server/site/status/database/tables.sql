-- The parts of the market as they were looked at last.
create table status_parts (
  part text not null,
  looked_at timestamptz not null,
  -- What the newest five looks saw, the newest last: one bad look is no outage.
  looks text[] not null,
  primary key (part),
  constraint status_parts_looks_check check (cardinality(looks) between 1 and 5)
);
grant insert, select, update on status_parts to parley_worker;
grant select on status_parts to parley_web;

-- From when until when a part was in a state. The last one has no end.
create table status_spans (
  id bigint generated always as identity not null,
  part text not null,
  state text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  primary key (id),
  constraint status_spans_state_check check (state in ('operational', 'degraded', 'unknown', 'partial', 'major')),
  constraint status_spans_check check (ended_at >= began_at)
);
create unique index status_spans_open on status_spans (part) where ended_at is null;
create index status_spans_by_end on status_spans (ended_at);
grant insert, select, update on status_spans to parley_worker;
grant select on status_spans to parley_web;

-- Opened by a halt, and ended with the last of its halts; halts that begin at one time are one incident. Or opened and ended by staff.
create table status_incidents (
  id bigint generated always as identity not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- By hand: who, how bad, and which parts. Of halts nobody and nothing: what they stop is known.
  opened_by bigint,
  state text,
  parts text[],
  primary key (id),
  constraint status_incidents_by_hand_check check (
    num_nulls(opened_by, state, parts) in (0, 3) and (parts is null or cardinality(parts) > 0)),
  constraint status_incidents_check check (ended_at >= started_at),
  constraint status_incidents_state_check check (state in ('degraded', 'partial', 'major'))
);
alter table status_incidents add foreign key (opened_by) references users(id);
create index status_incidents_open on status_incidents (started_at) where ended_at is null;
create index status_incidents_by_end on status_incidents (ended_at);
grant select on status_incidents to parley_web, parley_worker;

create table status_incident_halts (
  id bigint generated always as identity not null,
  incident_id bigint not null,
  halt text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  primary key (id),
  constraint status_incident_halts_check check (ended_at >= began_at)
);
alter table status_incident_halts add foreign key (incident_id) references status_incidents(id);
create index status_incident_halts_open on status_incident_halts (halt) where ended_at is null;
create index status_incident_halts_of_incident on status_incident_halts (incident_id, id);
grant select on status_incident_halts to parley_web, parley_worker;
create trigger incidents_follow_halts after insert or delete on halts for each row execute function follow_halt();

-- What staff said of an incident.
create table status_updates (
  id bigint generated always as identity not null,
  incident_id bigint not null,
  state text not null,
  -- By language.
  texts jsonb not null,
  made_by bigint not null,
  made_at timestamptz not null,
  primary key (id),
  constraint status_updates_state_check check (state in ('investigating', 'identified', 'monitoring', 'resolved', 'postmortem')),
  constraint status_updates_texts_check check (texts ? 'en' and is_said(texts ->> 'en'))
);
alter table status_updates add foreign key (incident_id) references status_incidents(id);
alter table status_updates add foreign key (made_by) references users(id);
create index status_updates_of_incident on status_updates (incident_id, id);
create trigger pages_show_updates after insert on status_updates for each statement execute function note_topic('site');
create trigger status_updates_append_only before delete or update on status_updates for each statement execute function refuse_change();
create trigger status_updates_never_truncated before truncate on status_updates for each statement execute function refuse_change();
grant select on status_updates to parley_web, parley_worker;

create table status_subscribers (
  id bigint generated always as identity not null,
  -- In the links of its emails.
  hash text not null,
  email_sealed bytea not null,
  email_index bytea not null,
  lang text not null,
  asked_at timestamptz not null,
  -- By the link in the first email; without it the row is erased after two days.
  confirmed_at timestamptz,
  primary key (id),
  constraint status_subscribers_hash_key unique (hash),
  constraint status_subscribers_email_index_key unique (email_index),
  constraint status_subscribers_lang_check check (lang ~ '^[a-z]{2}(-[A-Z][A-Za-z]{1,3})?$'),
  constraint status_subscribers_check check (confirmed_at >= asked_at)
);
create index status_subscribers_unconfirmed on status_subscribers (asked_at) where confirmed_at is null;
grant insert, select, update, delete on status_subscribers to parley_web;
grant select on status_subscribers to parley_worker;

-- How much of an incident the subscribers have been sent.
create table status_mailed (
  incident_id bigint not null,
  updates integer not null,
  is_ended boolean not null,
  mails integer not null,
  mailed_at timestamptz not null,
  primary key (incident_id)
);
alter table status_mailed add foreign key (incident_id) references status_incidents(id);
create index status_mailed_by_time on status_mailed (mailed_at);
grant insert, select, update on status_mailed to parley_worker;

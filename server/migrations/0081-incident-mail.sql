-- Emails about incidents to addresses that confirmed they want them. Owned by site/status.
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

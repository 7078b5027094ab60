create table account_recoveries (
  id bigint generated always as identity not null,
  reference text not null,
  -- Held into the camera on paper.
  code text not null,
  status text not null default 'started',
  -- The account that was found when the new mailbox was confirmed; null where none was.
  user_id bigint,
  -- Which account they named and what happened, as JSON; and the new mailbox.
  details_sealed bytea not null,
  email_sealed bytea not null,
  email_index bytea not null,
  -- What they named, as the mark of an email and as a username: one of the two may match a user.
  account_mark bytea not null,
  account_name text not null,
  lang text not null,
  uploads_left int not null default 12,
  started_at timestamptz not null,
  submitted_at timestamptz,
  confirmed_at timestamptz,
  waits_until timestamptz,
  ended_at timestamptz,
  reason text,
  rejected_by bigint,
  old_email_sealed bytea,
  -- SHA-256 in hexadecimal: of what the asker's page holds, of the link that confirms the mailbox, of that which stops, of that to the password.
  secret_hash text not null,
  confirm_hash text,
  stop_hash text,
  link_hash text,
  link_until timestamptz,
  -- The new mailbox as the account will have it; a worker writes both with the link.
  user_email_sealed bytea,
  user_email_index bytea,
  primary key (id),
  constraint account_recoveries_confirm_hash_key unique (confirm_hash),
  constraint account_recoveries_link_hash_key unique (link_hash),
  constraint account_recoveries_reference_key unique (reference),
  constraint account_recoveries_secret_hash_key unique (secret_hash),
  constraint account_recoveries_stop_hash_key unique (stop_hash),
  constraint account_recoveries_check check ((status in ('done', 'rejected', 'stopped', 'expired')) = (ended_at is not null)),
  constraint account_recoveries_check1 check (rejected_by <> user_id),
  constraint account_recoveries_code_check check (code ~ '^[0-9]{8}$'),
  constraint account_recoveries_lang_check check (lang ~ '^[a-z]{2}(-[A-Z][A-Za-z]{1,3})?$'),
  constraint account_recoveries_status_check check (status in ('started', 'submitted', 'pending', 'approved', 'ready', 'done', 'rejected', 'stopped', 'expired')),
  constraint account_recoveries_uploads_left_check check (uploads_left >= 0)
);
alter table account_recoveries add foreign key (rejected_by) references users(id);
alter table account_recoveries add foreign key (user_id) references users(id);
create index account_recoveries_ended on account_recoveries (ended_at) where ended_at is not null;
create index account_recoveries_of_user on account_recoveries (user_id, id);
create index account_recoveries_open on account_recoveries (status, id) where ended_at is null;
-- One waits at a time: two links to one account would be two owners.
create unique index account_recoveries_running on account_recoveries (user_id) where status in ('approved', 'ready');
grant select (reference, status, user_id, email_index) on account_recoveries to parley_signer;
grant select (id, reference, code, status, user_id, details_sealed, email_sealed, started_at, submitted_at, confirmed_at, waits_until, ended_at, reason, rejected_by) on account_recoveries to parley_web;
grant select on account_recoveries to parley_worker;

create table recovery_pictures (
  recovery_id bigint not null,
  side text not null,
  file_key text not null,
  -- Of this file alone.
  key_sealed bytea not null,
  added_at timestamptz not null,
  primary key (recovery_id, side),
  constraint recovery_pictures_side_check check (side in ('front', 'selfie'))
);
alter table recovery_pictures add foreign key (recovery_id) references account_recoveries(id) on delete cascade;
grant select on recovery_pictures to parley_web;

-- Staff members who opened it. The reason is in the staff log.
create table recovery_looks (
  recovery_id bigint not null,
  staff_id bigint not null,
  at timestamptz not null,
  primary key (recovery_id, staff_id, at)
);
alter table recovery_looks add foreign key (recovery_id) references account_recoveries(id) on delete cascade;
alter table recovery_looks add foreign key (staff_id) references users(id);
create index recovery_looks_of_staff on recovery_looks (staff_id, at);
grant select on recovery_looks to parley_web;

create table recovery_approvals (
  recovery_id bigint not null,
  staff_id bigint not null,
  at timestamptz not null,
  primary key (recovery_id, staff_id)
);
alter table recovery_approvals add foreign key (recovery_id) references account_recoveries(id) on delete cascade;
alter table recovery_approvals add foreign key (staff_id) references users(id);
grant select on recovery_approvals to parley_web;

-- The reason of a restriction that a recovery lifts, by language; declared in rows.ts.
create table recovery_texts (
  locale text not null,
  lifted text not null,
  primary key (locale)
);

create table verifications (
  id bigint generated always as identity not null,
  reference text not null,
  user_id bigint not null,
  kind text not null,
  -- replaced: begun anew before it was submitted. ended: expired, or asked for anew.
  status text not null default 'started',
  country_iso3 text not null,
  document_type text not null,
  -- JSON of what the person typed: names and number, or the address.
  details_sealed bytea not null,
  -- Equal for the same document of anybody.
  document_mark bytea,
  started_at timestamptz not null,
  submitted_at timestamptz,
  decided_at timestamptz,
  decided_by bigint,
  reasons text[] not null default '{}'::text[],
  -- The document's own end, as the reviewer read it.
  expires_on date,
  primary key (id),
  constraint verifications_reference_key unique (reference),
  constraint verifications_check check (decided_by <> user_id),
  constraint verifications_check1 check ((status in ('started', 'replaced')) = (submitted_at is null)),
  constraint verifications_check2 check ((status not in ('approved', 'rejected')) or decided_at is not null),
  constraint verifications_check3 check ((status = 'rejected') = (cardinality(reasons) > 0)),
  constraint verifications_country_iso3_check check (country_iso3 ~ '^[A-Z]{3}$'),
  constraint verifications_document_type_check check (document_type ~ '^[a-z_]{3,30}$'),
  constraint verifications_kind_check check (kind in ('id', 'address', 'company', 'video')),
  constraint verifications_status_check check (status in ('started', 'pending', 'approved', 'rejected', 'replaced', 'ended'))
);
alter table verifications add foreign key (decided_by) references users(id);
alter table verifications add foreign key (user_id) references users(id);
create index verifications_decided on verifications (decided_at desc) where decided_at is not null;
create index verifications_expiring on verifications (expires_on) where status = 'approved';
create index verifications_of_document on verifications (document_mark) where document_mark is not null;
create index verifications_of_user on verifications (user_id, id);
create unique index verifications_running on verifications (user_id, kind) where status in ('started', 'pending');
create unique index verifications_standing on verifications (user_id, kind) where status = 'approved';
create index verifications_waiting on verifications (submitted_at) where status = 'pending';
create trigger company_name_ends after update of status on verifications for each row when (new.kind = 'company' and old.status = 'approved' and new.status <> 'approved') execute function hide_company_name();
create trigger screening_erased after delete on verifications referencing old table as gone for each statement execute function erase_screening();
grant select (id, reference, user_id, kind, status) on verifications to parley_signer;
grant select on verifications to parley_web, parley_worker;

create table verification_pictures (
  verification_id bigint not null,
  side text not null,
  file_key text not null,
  -- Of this file alone.
  key_sealed bytea not null,
  added_at timestamptz not null,
  corrupted_at timestamptz,
  pages int,
  primary key (verification_id, side),
  constraint verification_papers_check check (pages is null or ((pages >= 1 and pages <= 10) and (side in ('registration', 'owners', 'company_address', 'authority')))),
  constraint verification_pictures_side_check check (side in ('front', 'back', 'selfie', 'document', 'registration', 'owners', 'company_address', 'authority', 'video'))
);
alter table verification_pictures add foreign key (verification_id) references verifications(id) on delete cascade;
grant select on verification_pictures to parley_web, parley_worker;

-- Files whose row is gone, until they are removed as well.
create table verification_files_to_remove (
  file_key text not null,
  primary key (file_key)
);
grant delete, select on verification_files_to_remove to parley_worker;

-- Staff ask for a document anew; open until one is approved.
create table verification_demands (
  id bigint generated always as identity not null,
  user_id bigint not null,
  kind text not null,
  asked_by bigint not null,
  asked_at timestamptz not null,
  met_at timestamptz,
  primary key (id),
  constraint verification_demands_check check (asked_by <> user_id),
  constraint verification_demands_kind_check check (kind in ('id', 'address', 'company', 'video'))
);
alter table verification_demands add foreign key (asked_by) references users(id);
alter table verification_demands add foreign key (user_id) references users(id);
create index verification_demands_of_user on verification_demands (user_id, kind, id);
grant select on verification_demands to parley_web, parley_worker;

-- Staff members who opened a user's documents. The reason is in the staff log.
create table verification_looks (
  verification_id bigint not null,
  staff_id bigint not null,
  at timestamptz not null,
  primary key (verification_id, staff_id, at)
);
alter table verification_looks add foreign key (staff_id) references users(id);
alter table verification_looks add foreign key (verification_id) references verifications(id) on delete cascade;
create index verification_looks_of_staff on verification_looks (staff_id, at);
grant select on verification_looks to parley_web;

create table provider_cases (
  verification_id bigint not null,
  applicant_id text,
  -- All pictures are there, and the check has begun.
  sent_at timestamptz,
  -- By the latest webhook.
  reported_at timestamptz,
  asked_at timestamptz,
  -- The provider has nothing against it. Staff read that, and approve: a level is always decided by a staff member with a proof.
  found_nothing_at timestamptz,
  -- How often sending it has failed, and when it is tried again.
  failures int not null default 0,
  next_try_at timestamptz,
  token_given_at timestamptz,
  primary key (verification_id),
  constraint provider_cases_applicant_id_key unique (applicant_id),
  constraint provider_cases_failures_check check (failures >= 0),
  constraint provider_cases_sent check (sent_at is null or applicant_id is not null)
);
alter table provider_cases add foreign key (verification_id) references verifications(id) on delete cascade;
create index provider_cases_open on provider_cases (asked_at);
create trigger provider_forgets after delete on provider_cases for each row execute function note_provider_erasure();
grant select (verification_id, applicant_id, found_nothing_at, token_given_at), update (reported_at) on provider_cases to parley_web;
grant insert, select, update on provider_cases to parley_worker;

-- Approvals of staff members where more than one is required.
create table verification_approvals (
  verification_id bigint not null,
  staff_id bigint not null,
  at timestamptz not null,
  expires_on date,
  primary key (verification_id, staff_id)
);
alter table verification_approvals add foreign key (staff_id) references users(id);
alter table verification_approvals add foreign key (verification_id) references verifications(id) on delete cascade;
grant select (verification_id, staff_id) on verification_approvals to parley_signer;
grant select on verification_approvals to parley_web;

-- Applicants of a provider whose documents are erased here, until they are erased there.
create table provider_erasures (
  applicant_id text not null,
  failures int not null default 0,
  next_try_at timestamptz not null,
  primary key (applicant_id),
  constraint provider_erasures_failures_check check (failures >= 0)
);
create index provider_erasures_due on provider_erasures (next_try_at);
grant delete, select, update on provider_erasures to parley_worker;

-- One for each list, by the digest of its bytes; up to which user it has been compared.
create table screening_runs (
  version text not null,
  upto bigint not null default 0,
  began_at timestamptz not null,
  ended_at timestamptz,
  primary key (version)
);
grant select on screening_runs to parley_web, parley_worker;
grant delete, insert, update (upto, ended_at) on screening_runs to parley_worker;

-- A person or company is asked about once for each name of the list, by the list's own number of it where it has one.
create table screening_hits (
  id bigint generated always as identity not null,
  reference text not null,
  user_id bigint not null,
  listed_name text not null,
  listed_id text not null default '',
  percent int not null,
  found_at timestamptz not null,
  -- somebody_else, or listed: only while an active restriction stops everything on the account.
  verdict text,
  decided_by bigint,
  decided_at timestamptz,
  -- Null where it was decided before this column was there.
  decided_why text,
  primary key (id),
  constraint screening_hits_reference_key unique (reference),
  constraint screening_hits_user_id_listed_name_listed_id_key unique (user_id, listed_name, listed_id),
  constraint screening_hits_check check (decided_by <> user_id),
  constraint screening_hits_check1 check (((verdict is null) = (decided_at is null)) and ((verdict is null) = (decided_by is null))),
  constraint screening_hits_decided_why_check check ((char_length(decided_why) >= 3) and (char_length(decided_why) <= 300)),
  constraint screening_hits_listed_id_check check (char_length(listed_id) <= 60),
  constraint screening_hits_listed_name_check check ((char_length(listed_name) >= 1) and (char_length(listed_name) <= 300)),
  constraint screening_hits_percent_check check (percent >= 1 and percent <= 100),
  constraint screening_hits_verdict_check check (verdict in ('somebody_else', 'listed'))
);
alter table screening_hits add constraint screening_hits_decided_why_said check (is_said(decided_why)) not valid;
alter table screening_hits add foreign key (decided_by) references users(id);
alter table screening_hits add foreign key (user_id) references users(id);
create index screening_hits_decided on screening_hits (decided_at desc, id desc) where verdict is not null;
create index screening_hits_waiting on screening_hits (found_at, id) where verdict is null;
grant select (reference, user_id, verdict) on screening_hits to parley_signer;
grant select on screening_hits to parley_web, parley_worker;
grant insert (reference, user_id, listed_name, listed_id, percent, found_at) on screening_hits to parley_worker;

-- That documents are checked by a provider, as the worker that asks it says; tokens are to be had while this is fresh.
create table document_provider (
  id int not null default 1,
  seen_at timestamptz not null,
  primary key (id),
  constraint document_provider_id_check check (id = 1)
);
grant select on document_provider to parley_web, parley_worker;
grant insert, update on document_provider to parley_worker;

create table provider_tokens (
  verification_id bigint not null,
  asked_at timestamptz not null,
  failures int not null default 0,
  next_try_at timestamptz not null,
  -- There is one until the person takes it, or it ends.
  token_sealed bytea,
  expires_at timestamptz,
  primary key (verification_id),
  constraint provider_tokens_check check ((token_sealed is null) = (expires_at is null)),
  constraint provider_tokens_failures_check check (failures >= 0)
);
alter table provider_tokens add foreign key (verification_id) references verifications(id) on delete cascade;
create index provider_tokens_asked on provider_tokens (asked_at);
grant insert (verification_id, asked_at, next_try_at) on provider_tokens to parley_web;
grant delete, select on provider_tokens to parley_web, parley_worker;
grant update (failures, next_try_at, token_sealed, expires_at) on provider_tokens to parley_worker;

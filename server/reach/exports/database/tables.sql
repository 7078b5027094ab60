create table record_exports (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  format text not null,
  profile text not null,
  -- Of the texts in the file.
  locale text not null,
  filters jsonb not null,
  status text not null default 'pending',
  fault text,
  -- Each try makes the file anew; what an earlier one still writes is refused.
  tries int not null default 0,
  row_count int,
  rows_done int not null default 0,
  bytes bigint,
  digest text,
  -- The version of the secret that its pieces are sealed with.
  sealed_with int,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  source text not null,
  primary key (id),
  constraint record_exports_source_check check (source in ('trades', 'history', 'statement')),
  constraint record_exports_hash_key unique (hash),
  constraint record_exports_format_check check (format in ('csv', 'xlsx', 'pdf')),
  constraint record_exports_profile_check check (profile in ('plain', 'koinly', 'rotki') and (profile = 'plain' or format = 'csv')),
  constraint record_exports_status_check check (status in ('pending', 'in_progress', 'generating', 'completed', 'failed', 'missing', 'cancelled', 'no_data')),
  constraint record_exports_made_check check ((status = 'completed') = (bytes is not null and digest is not null and expires_at is not null)),
  constraint record_exports_fault_check check ((status in ('failed', 'missing')) = (fault is not null))
);
alter table record_exports add foreign key (user_id) references users(id);
create index record_exports_of_user on record_exports (user_id, id desc);
create unique index record_exports_running on record_exports (user_id) where status in ('pending', 'in_progress', 'generating');
create index record_exports_by_time on record_exports (created_at);
create index record_exports_expiring on record_exports (expires_at) where status = 'completed';
create index record_exports_given_up on record_exports (finished_at) where status in ('cancelled', 'failed');
grant insert, select on record_exports to parley_web;
grant update (status, finished_at) on record_exports to parley_web;
grant select, update on record_exports to parley_worker;

create table record_export_pieces (
  export_id bigint not null,
  place int not null,
  -- Sealed with the secret that is not in the database.
  sealed bytea not null,
  primary key (export_id, place)
);
alter table record_export_pieces add foreign key (export_id) references record_exports(id) on delete cascade;
grant select on record_export_pieces to parley_web;
grant delete, insert, select on record_export_pieces to parley_worker;

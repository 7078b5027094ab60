create table retention_marks (
  what text not null,
  -- Of rows in order of their ids, and of trades in order of their end: the last that was looked at.
  last_id bigint not null default 0,
  up_to timestamptz not null default '-infinity'::timestamptz,
  primary key (what)
);
grant select on retention_marks to parley_web, parley_worker;

-- Files whose row is gone, until they are removed as well.
create table retention_files (
  file_key text not null,
  primary key (file_key)
);
grant delete, select on retention_files to parley_worker;

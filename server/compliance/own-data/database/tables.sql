create table data_exports (
  id bigint generated always as identity not null,
  user_id bigint not null,
  -- Whose download it is: a session that was taken over later gets nothing.
  session_id bigint not null,
  asked_at timestamptz not null,
  -- Null while it is being made.
  made_at timestamptz,
  size_bytes bigint,
  expires_at timestamptz not null,
  tries int not null default 0,
  -- The version of the secret that its pieces are sealed with; null while it is being made, and of those from before.
  sealed_with int,
  primary key (id),
  constraint data_exports_check check ((made_at is null) = (size_bytes is null))
);
alter table data_exports add foreign key (session_id) references sessions(id);
alter table data_exports add foreign key (user_id) references users(id);
create unique index data_exports_of_user on data_exports (user_id);
create index data_exports_waiting on data_exports (id) where made_at is null;
grant select on data_exports to parley_web, parley_worker;

create table data_export_pieces (
  export_id bigint not null,
  place int not null,
  -- Sealed with the secret that is not in the database.
  sealed bytea not null,
  primary key (export_id, place)
);
alter table data_export_pieces add foreign key (export_id) references data_exports(id) on delete cascade;
grant select on data_export_pieces to parley_web, parley_worker;

create table avatars (
  user_id bigint not null,
  name text not null,
  file_key text not null,
  set_at timestamptz not null,
  primary key (user_id),
  constraint avatars_name_key unique (name)
);
alter table avatars add foreign key (user_id) references users(id);
grant select on avatars to parley_web, parley_worker;

create table messenger_profiles (
  user_id bigint not null,
  accepts text not null,
  changed_at timestamptz not null,
  primary key (user_id),
  constraint messenger_profiles_accepts_check check (accepts in ('everyone', 'verified', 'trade_partners', 'nobody'))
);
alter table messenger_profiles add foreign key (user_id) references users(id);
grant insert, select, update on messenger_profiles to parley_web;

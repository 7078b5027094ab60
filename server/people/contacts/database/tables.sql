create table user_relations (
  user_id bigint not null,
  other_id bigint not null,
  is_trusted boolean not null default false,
  is_blocked boolean not null default false,
  changed_at timestamptz not null,
  primary key (user_id, other_id),
  constraint user_relations_check check (user_id <> other_id),
  constraint user_relations_check1 check (not (is_trusted and is_blocked))
);
alter table user_relations add foreign key (other_id) references users(id);
alter table user_relations add foreign key (user_id) references users(id);
create index user_relations_of_other on user_relations (other_id);
create trigger relations_counted after update on user_relations referencing old table as removed new table as added for each statement execute function count_relations();
grant select on user_relations to parley_chain, parley_web, parley_worker;
grant insert (user_id, other_id, changed_at), update (is_trusted, is_blocked, changed_at) on user_relations to parley_web;

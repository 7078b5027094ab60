-- Whom a user trusts and whom he has blocked. Owned by people/contacts.

create table user_relations (
  user_id    bigint      not null references users,
  other_id   bigint      not null references users,
  is_trusted boolean     not null default false,
  is_blocked boolean     not null default false,
  changed_at timestamptz not null,
  primary key (user_id, other_id),
  check (user_id <> other_id),
  check (not (is_trusted and is_blocked))
);
create index user_relations_of_other on user_relations (other_id);

grant select, insert, update on user_relations to parley_app;

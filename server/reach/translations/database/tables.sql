-- Users who accept that a program of the operator translates what others wrote to them. Withdrawing it deletes the row.
create table translation_acceptances (
  user_id bigint not null,
  accepted_at timestamptz not null,
  primary key (user_id)
);
alter table translation_acceptances add foreign key (user_id) references users(id);
grant insert, select, delete on translation_acceptances to parley_web;
grant select on translation_acceptances to parley_worker;

-- What staff do is written down where it cannot be changed; each row carries the hash of the one before. The chain is
-- extended under a lock, so it has one order.
create table staff_acts (
  id bigint generated always as identity not null,
  staff_id bigint,
  act text not null,
  subject text not null,
  reason text not null,
  at timestamptz not null,
  previous bytea not null,
  digest bytea not null,
  salt bytea,
  subject_commitment bytea not null,
  reason_commitment bytea not null,
  primary key (id),
  constraint staff_acts_digest_key unique (digest),
  constraint staff_acts_reason_commitment_check check (length(reason_commitment) = 32),
  constraint staff_acts_salt_check check (length(salt) = 32),
  constraint staff_acts_subject_commitment_check check (length(subject_commitment) = 32)
);
alter table staff_acts add constraint staff_acts_reason_said check (reason = '' or is_said(reason)) not valid;
alter table staff_acts add foreign key (staff_id) references users(id);
create index staff_acts_about on staff_acts (act_about(subject), id);
create index staff_acts_by_act on staff_acts (act, id);
create index staff_acts_by_staff on staff_acts (staff_id, act, id);
create index staff_acts_by_time on staff_acts (at, id);
create index staff_acts_looks on staff_acts (staff_id, at) where act in ('person.look', 'person.look_missed');
create index staff_acts_of_staff on staff_acts (staff_id, id);
create index staff_acts_readings on staff_acts (staff_id, at) where act = 'audit.read';
create trigger staff_acts_append_only before delete or truncate on staff_acts for each statement execute function refuse_change();
create trigger staff_acts_keep before update on staff_acts for each row execute function keep_staff_act();
create trigger staff_acts_of_operator before insert on staff_acts for each row execute function staff_acts_of_operator();
grant select on staff_acts to parley_chain, parley_web, parley_worker;

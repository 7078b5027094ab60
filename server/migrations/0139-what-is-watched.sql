-- When the invariants were last looked at, and how many were broken: without it nobody sees that the job has stopped. And
-- a process that has only its own login sees whether the tables are those of its code. Owned by outward/staff.

create table invariant_checks (
  only_row   boolean     primary key default true check (only_row),
  checked_at timestamptz not null,
  broken     int         not null check (broken >= 0)
);
grant select, insert, update on invariant_checks to parley_worker;
grant select on migrations to parley_web, parley_worker, parley_chain, parley_signer;

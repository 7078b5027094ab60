-- What the signer refused to sign, by itself: the operator's status shows it as an alarm, whatever the process that asked
-- says of it. A row for a code, a purpose and an hour. Owned by signer.

create table signer_refusals (
  code    text        not null,
  purpose text        not null,
  hour    timestamptz not null,
  -- The last one.
  payment text        not null,
  times   int         not null check (times > 0),
  last_at timestamptz not null,
  primary key (code, purpose, hour)
);
create index signer_refusals_by_time on signer_refusals (last_at);
grant select, insert, update on signer_refusals to parley_signer;

-- People enroll an authenticator app and passkeys with the signer, which keeps their secrets and keys and verifies what is
-- shown. Nobody else reads or writes them. Owned by signer.

-- One for each person. The secret is sealed with a key from the signer's seed; until a code of it was shown it counts for
-- nothing. A code belongs to a step of thirty seconds, and no step counts twice.
create table authenticators (
  user_id       bigint      primary key references users,
  secret_sealed bytea       not null,
  made_at       timestamptz not null,
  confirmed_at  timestamptz,
  last_step     bigint      not null default 0
);

-- As its owner calls it; those of robots have no name.
alter table passkeys add column name text not null default '';

alter table proofs drop constraint proofs_method_check;
alter table proofs add constraint proofs_method_check check (method in ('password', 'passkey', 'authenticator'));

alter table credential_failures drop constraint credential_failures_purpose_check;
alter table credential_failures add constraint credential_failures_purpose_check
  check (purpose in ('sign_in', 'prove', 'code'));

grant select, insert, update, delete on authenticators to parley_signer;
grant insert, delete on passkeys to parley_signer;

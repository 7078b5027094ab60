-- Whoever shows a document may be checked by the provider's own screens instead of ours: with a token that opens their applicant there
-- and nothing else. Only the workers know the provider's key, so that a person asks, a worker fetches the token and seals it, and the
-- person takes it once. Owned by outward/verification.

-- That documents are checked by a provider, as the worker that asks it says; tokens are to be had while this is fresh.
create table document_provider (
  id      int         primary key default 1 check (id = 1),
  seen_at timestamptz not null
);

create table provider_tokens (
  verification_id bigint      primary key references verifications on delete cascade,
  asked_at        timestamptz not null,
  failures        int         not null default 0 check (failures >= 0),
  next_try_at     timestamptz not null,
  -- There is one until the person takes it, or it ends.
  token_sealed    bytea,
  expires_at      timestamptz,
  check ((token_sealed is null) = (expires_at is null))
);
create index provider_tokens_asked on provider_tokens (asked_at);

grant select, insert, update on document_provider to parley_worker;
grant select on document_provider to parley_web;
grant select, update (failures, next_try_at, token_sealed, expires_at), delete on provider_tokens to parley_worker;
grant select, insert (verification_id, asked_at, next_try_at), delete on provider_tokens to parley_web;

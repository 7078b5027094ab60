-- As the worker was configured, with what each provider says of itself: the web asks nobody.
create table social_providers (
  id text not null,
  title text not null,
  issuer text not null,
  client_id text not null,
  redirect_uri text not null,
  "position" int not null,
  -- Null until it has answered, and while it does not.
  authorization_endpoint text,
  seen_at timestamptz not null,
  primary key (id),
  constraint social_providers_id_check check (id ~ '^[a-z][a-z0-9-]{0,29}$')
);
grant select on social_providers to parley_web, parley_worker;
grant delete, insert, update on social_providers to parley_worker;

create table social_attempts (
  id bigint generated always as identity not null,
  public_id text not null,
  provider text not null,
  -- The user who connects it; null for a sign-in.
  user_id bigint,
  -- SHA-256 of the token in the browser's cookie, of the browser's name, and of what the provider brings back.
  token_hash bytea not null,
  browser_hash bytea not null,
  state_hash bytea not null,
  nonce text not null,
  -- Both empty once the worker has used them.
  code_verifier text not null,
  answer text not null default '',
  next_path text,
  began_at timestamptz not null,
  expires_at timestamptz not null,
  status text not null default 'begun',
  fault text,
  verified_at timestamptz,
  issuer text,
  subject_hash bytea,
  hint text,
  -- Email and names for the form of a new account.
  person_sealed bytea,
  -- The provider has confirmed the email, and the operator trusts it with that.
  is_trusted boolean not null default false,
  primary key (id),
  constraint social_attempts_public_id_key unique (public_id),
  constraint social_attempts_token_hash_key unique (token_hash),
  constraint social_attempts_check check ((status in ('verified', 'used')) = (subject_hash is not null and verified_at is not null)),
  constraint social_attempts_ends_soon check (expires_at <= (began_at + '00:15:00'::interval)),
  constraint social_attempts_fault_check check (fault in ('denied', 'away', 'wrong')),
  constraint social_attempts_status_check check (status in ('begun', 'returned', 'verified', 'failed', 'used'))
);
alter table social_attempts add foreign key (user_id) references users(id);
create index social_attempts_by_age on social_attempts (began_at);
create index social_attempts_of_user on social_attempts (user_id) where user_id is not null;
create index social_attempts_returned on social_attempts (id) where status = 'returned';
grant insert (public_id, provider, user_id, token_hash, browser_hash, state_hash, nonce, code_verifier, next_path, began_at, expires_at) on social_attempts to parley_web;
grant select on social_attempts to parley_web, parley_worker;
grant delete, update (code_verifier, answer, status, fault, verified_at, issuer, subject_hash, hint, person_sealed, is_trusted) on social_attempts to parley_worker;

create table social_accounts (
  id bigint generated always as identity not null,
  user_id bigint not null,
  provider text not null,
  issuer text not null,
  subject_hash bytea not null,
  hint text,
  connected_at timestamptz not null,
  primary key (id),
  constraint social_accounts_issuer_subject_hash_key unique (issuer, subject_hash),
  constraint social_accounts_user_id_provider_key unique (user_id, provider)
);
alter table social_accounts add foreign key (user_id) references users(id);
grant select on social_accounts to parley_web;

-- All acts up to one, by the link of that one.
create table audit_batches (
  number bigint not null,
  -- The last act of it, and how many there were up to it.
  last_act bigint not null,
  acts bigint not null,
  chain bytea not null,
  previous bytea not null,
  digest bytea not null,
  at timestamptz not null,
  -- The signer's; null until it has.
  signature text,
  primary key (number),
  constraint audit_batches_digest_key unique (digest),
  constraint audit_batches_acts_check check (acts > 0),
  constraint audit_batches_chain_check check (length(chain) = 32),
  constraint audit_batches_digest_check check (length(digest) = 32),
  constraint audit_batches_number_check check (number > 0),
  constraint audit_batches_previous_check check (length(previous) = 32),
  constraint audit_batches_signature_check check ((char_length(signature) >= 1) and (char_length(signature) <= 200))
);
alter table audit_batches add foreign key (last_act) references staff_acts(id);
grant select on audit_batches to parley_signer, parley_web, parley_worker;

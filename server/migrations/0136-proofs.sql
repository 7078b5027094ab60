-- A proof is for one thing and one person: made by the signer, which has verified what was shown and that the thing is
-- theirs, alive for a quarter of an hour and spent once. What was proved of a send-out is kept by the signer, which signs
-- nothing else; keys that people have enrolled with it prove like a password. Owned by people/auth.

alter table proofs drop constraint proofs_pkey;
-- Two moderators prove one award, each their own.
alter table proofs add primary key (subject, user_id);
alter table proofs drop column session_id;
alter table proofs drop constraint proofs_method_check;
alter table proofs add constraint proofs_method_check check (method in ('password', 'passkey'));
alter table proofs alter column spent_at drop not null;
alter table proofs add column expires_at timestamptz;
update proofs
set expires_at = greatest(spent_at, proved_at + interval '15 minutes');
alter table proofs alter column expires_at set not null;

-- Of a send-out it names the quote, which is there before the send-out is.
update proofs
set subject = 'send_out_reserve:' || send_out_quotes.hash
from send_outs
join send_out_quotes on send_out_quotes.id = send_outs.quote_id
where proofs.subject = 'send_out_reserve:' || send_outs.hash;

create table proved_send_outs (
  quote       text        primary key,
  user_id     bigint      not null references users,
  currency    text        not null,
  destination text        not null,
  units       bigint      not null,
  fee_units   bigint      not null,
  proved_at   timestamptz not null
);

-- Proved the way it was until now.
insert into proved_send_outs (quote, user_id, currency, destination, units, fee_units, proved_at)
select quote.hash, send_out.user_id, send_out.currency, send_out.destination, send_out.units, send_out.fee_units, proof.proved_at
from send_outs send_out
join send_out_quotes quote on quote.id = send_out.quote_id
join proofs proof on proof.subject = 'send_out_reserve:' || quote.hash and proof.user_id = send_out.user_id;

create table passkeys (
  id         text        primary key,
  user_id    bigint      not null references users,
  -- ES256, as SubjectPublicKeyInfo.
  public_key bytea       not null,
  made_at    timestamptz not null
);
create index passkeys_of_user on passkeys (user_id);

alter table sessions drop column proved_at;

-- Spends those of these proofs that are there, unspent, alive and the user's own; answers their subjects.
create or replace function spend_proofs(subjects text[], user_ids bigint[]) returns setof text
language sql security definer set search_path = public, pg_temp as $$
  update proofs
  set spent_at = market_now()
  from unnest(subjects, user_ids) as wanted (subject, user_id)
  where proofs.subject = wanted.subject and proofs.user_id = wanted.user_id
    and proofs.spent_at is null and proofs.expires_at > market_now()
  returning proofs.subject
$$;
revoke all on function spend_proofs(text[], bigint[]) from public;

-- An award that waits for a second person has its proof spent beside a posting; everything else spends it as it posts.
create function spend_award_proofs(subjects text[], user_ids bigint[]) returns setof text
language sql security definer set search_path = public, pg_temp as $$
  select spend_proofs(array_agg(wanted.subject), array_agg(wanted.user_id))
  from unnest(subjects, user_ids) as wanted (subject, user_id)
  where wanted.subject like 'staff\_award:%'
$$;
revoke all on function spend_award_proofs(text[], bigint[]) from public;
grant execute on function spend_award_proofs(text[], bigint[]) to parley_web;

-- Keys of the demo's robots, before the market opens: the owner's alone. People enroll theirs with the signer.
create function enroll_passkeys(user_ids bigint[], ids text[], public_keys bytea[]) returns void
language sql as $$
  insert into passkeys (id, user_id, public_key, made_at)
  select key.id, key.user_id, key.public_key, market_now()
  from unnest(user_ids, ids, public_keys) as key (user_id, id, public_key)
$$;
revoke all on function enroll_passkeys(bigint[], text[], bytea[]) from public;

-- A robot proves with a key of its own instead of a session.
alter table demo_robots drop column session_id;
create table demo_robot_keys (
  user_id     bigint not null primary key references users,
  passkey_id  text   not null unique,
  -- PKCS #8 in PEM.
  private_key text   not null
);
grant select on demo_robot_keys to parley_worker;

revoke insert, update, delete on proofs from parley_web, parley_worker, parley_chain;
grant select, insert, update on proofs to parley_signer;
grant select, insert on proved_send_outs to parley_signer;
grant select on passkeys to parley_signer;
-- What the signer looks at before it writes a proof.
grant select on trades, send_out_quotes, user_roles to parley_signer;

-- The chain of staff acts is over commitments and no longer over the words: of each act its subject and reason are sealed with
-- a salt of its own, so that words can be erased later and the chain still verifies. After the commit acts are closed in
-- batches, whose head the signer signs, each over the one before, and which stands outside the database too.
-- Owned by market/disputes (staff_acts) and outward/staff (audit_batches).

-- Null salt: the words were erased.
alter table staff_acts
  add column salt               bytea check (length(salt) = 32),
  add column subject_commitment bytea check (length(subject_commitment) = 32),
  add column reason_commitment  bytea check (length(reason_commitment) = 32);

create function act_commitment(salt bytea, field text, words text) returns bytea
language sql immutable set search_path = public, pg_temp as $$
  select sha256(salt || convert_to(field || E'\n' || words, 'utf8'))
$$;

-- From a random source that cannot be guessed: two uuids have 244 random bits.
create function new_salt() returns bytea language sql volatile set search_path = public, pg_temp as $$
  select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
$$;

-- As the digest of server/market/disputes/staff-acts.ts.
create function staff_act_link(
  staff_id bigint, act text, subject_commitment bytea, reason_commitment bytea, at timestamptz, previous bytea
) returns bytea language sql immutable set search_path = public, pg_temp as $$
  select sha256(previous || convert_to(
    '[' || to_json(coalesce(staff_id::text, 'null')) || ',' || to_json(act) || ',"' || encode(subject_commitment, 'hex') || '","'
    || encode(reason_commitment, 'hex') || '",' || (extract(epoch from at) * 1000)::bigint || ']', 'utf8'))
$$;

-- As before, over commitments; one transaction at a time, until it ends.
create or replace function add_staff_act(staff_id bigint, act text, subject text, reason text, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  last bytea;
  salt bytea := new_salt();
  sealed_subject bytea := act_commitment(salt, 'subject', subject);
  sealed_reason  bytea := act_commitment(salt, 'reason', reason);
begin
  perform pg_advisory_xact_lock(7265004);
  last := coalesce(
    (select newest.digest from staff_acts newest order by newest.id desc limit 1), decode(repeat('00', 32), 'hex'));
  insert into staff_acts (
    staff_id, act, subject, reason, at, previous, digest, salt, subject_commitment, reason_commitment)
  values (
    staff_id, act, subject, reason, at, last,
    staff_act_link(staff_id, act, sealed_subject, sealed_reason, at, last), salt, sealed_subject, sealed_reason);
end $$;
drop function staff_act_digest(bigint, text, text, text, timestamptz, bytea);

-- Acts of before are chained anew, once: nothing outside has seen their digests.
alter table staff_acts disable trigger staff_acts_append_only;
do $$
declare
  old  staff_acts;
  last bytea := decode(repeat('00', 32), 'hex');
begin
  update staff_acts set salt = new_salt();
  update staff_acts
  set subject_commitment = act_commitment(salt, 'subject', subject),
      reason_commitment = act_commitment(salt, 'reason', reason);
  for old in select * from staff_acts order by id loop
    update staff_acts
    set previous = last,
        digest = staff_act_link(old.staff_id, old.act, old.subject_commitment, old.reason_commitment, old.at, last)
    where staff_acts.id = old.id
    returning staff_acts.digest into last;
  end loop;
end $$;
drop trigger staff_acts_append_only on staff_acts;
alter table staff_acts
  alter column subject_commitment set not null,
  alter column reason_commitment set not null;

-- Of an act that stands nothing changes but that its words and their salt go.
create function keep_staff_act() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if to_jsonb(new) - '{subject,reason,salt}'::text[] <> to_jsonb(old) - '{subject,reason,salt}'::text[]
    or new.salt is not null or new.subject <> '' or new.reason <> '' then
    raise exception 'staff_acts is append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger staff_acts_append_only before delete or truncate on staff_acts
  for each statement execute function refuse_change();
create trigger staff_acts_keep before update on staff_acts
  for each row execute function keep_staff_act();

-- The operator erases the words of an act; that this was done is an act itself. False where there are none.
create function erase_staff_act(act_id bigint, reason text, at timestamptz) returns boolean
language plpgsql set search_path = public, pg_temp as $$
begin
  update staff_acts
  set subject = '', reason = '', salt = null
  where staff_acts.id = erase_staff_act.act_id and salt is not null;
  if not found then
    return false;
  end if;
  perform add_staff_act(null, 'act.erase', act_id::text, erase_staff_act.reason, at);
  return true;
end $$;

-- All acts up to one, by the link of that one.
create table audit_batches (
  number    bigint      primary key check (number > 0),
  -- The last act of it, and how many there were up to it.
  last_act  bigint      not null references staff_acts,
  acts      bigint      not null check (acts > 0),
  chain     bytea       not null check (length(chain) = 32),
  previous  bytea       not null check (length(previous) = 32),
  digest    bytea       not null unique check (length(digest) = 32),
  at        timestamptz not null,
  -- The signer's; null until it has.
  signature text        check (char_length(signature) between 1 and 200)
);

-- As the digest of server/platform/outside/audit-head.ts.
create function audit_digest(number bigint, acts bigint, last_act bigint, chain bytea, previous bytea) returns bytea
language sql immutable set search_path = public, pg_temp as $$
  select sha256(previous || chain || convert_to(number || ':' || acts || ':' || last_act, 'utf8'))
$$;

-- Closes what was committed since the last batch; the lock waits for an act that is being written.
create function close_audit_batch(at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  last   audit_batches;
  newest staff_acts;
  count  bigint;
  before bytea;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265004);
  select batch.* into last from audit_batches batch order by batch.number desc limit 1;
  select act.* into newest from staff_acts act order by act.id desc limit 1;
  if newest.id is null or newest.id <= coalesce(last.last_act, 0) then
    return;
  end if;
  count := coalesce(last.acts, 0) + (select count(*) from staff_acts act where act.id > coalesce(last.last_act, 0));
  before := coalesce(last.digest, decode(repeat('00', 32), 'hex'));
  insert into audit_batches (number, last_act, acts, chain, previous, digest, at)
  values (
    coalesce(last.number, 0) + 1, newest.id, count, newest.digest, before,
    audit_digest(coalesce(last.number, 0) + 1, count, newest.id, newest.digest, before), at);
end $$;

-- What the signer said of a batch; nothing that was said is changed.
create function note_audit_signature(number bigint, signature text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update audit_batches batch
  set signature = note_audit_signature.signature
  where batch.number = note_audit_signature.number and batch.signature is null
$$;

revoke all on function
  act_commitment, new_salt, staff_act_link, erase_staff_act, audit_digest, close_audit_batch, note_audit_signature, keep_staff_act
from public;
grant execute on function close_audit_batch, note_audit_signature to parley_worker;
-- The signer signs what stands here, and nothing that somebody says.
grant select on audit_batches to parley_web, parley_worker, parley_signer;

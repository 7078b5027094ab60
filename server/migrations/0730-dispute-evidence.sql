-- Evidence of a dispute: what each side hands in within a time, and what a moderator asks for, in one order that nobody can change.
-- Each item carries the digest of the one before, over a commitment to its words, so that the words can be erased with the
-- conversation and the order stays proved. A decision names the rule of the rulebook it rests on, its version, and the last digest
-- that was there. Owned by market/disputes.

alter table uploads add column sha256 bytea check (octet_length(sha256) = 32);
grant insert (sha256) on uploads to parley_web, parley_worker;

alter table disputes
  add column evidence_due_at timestamptz,
  add column first_look_due_at timestamptz,
  add column decision_hours int not null default 24 check (decision_hours between 1 and 720),
  add column buyer_done_at timestamptz,
  add column seller_done_at timestamptz,
  add column rulebook int,
  add column evidence_head bytea;
update disputes set evidence_due_at = opened_at + interval '12 hours', first_look_due_at = due_at;
alter table disputes alter column evidence_due_at set not null, alter column first_look_due_at set not null;
grant insert (evidence_due_at, first_look_due_at, decision_hours) on disputes to parley_web, parley_worker;
grant update (rulebook) on disputes to parley_web;

create table dispute_evidence (
  dispute_id   bigint      not null references disputes,
  place        int         not null check (place > 0),
  author_id    bigint      not null references users,
  role         text        not null check (role in ('buyer', 'seller', 'moderator')),
  -- Of a moderator's question: who is asked.
  asks         text        check (asks in ('buyer', 'seller', 'both')),
  -- Null once they are erased; the commitment stays.
  body         text        check (char_length(body) between 1 and 1000),
  salt         bytea       check (octet_length(salt) = 16),
  commitment   bytea       not null check (octet_length(commitment) = 32),
  upload_ids   bigint[]    not null default '{}' check (cardinality(upload_ids) <= 3),
  file_digests bytea[]     not null default '{}',
  at           timestamptz not null,
  previous     bytea       not null check (octet_length(previous) = 32),
  digest       bytea       not null check (octet_length(digest) = 32),
  primary key (dispute_id, place),
  check ((role = 'moderator') = (asks is not null)),
  check ((body is null) = (salt is null)),
  check (cardinality(upload_ids) = cardinality(file_digests) or body is null)
);
create index dispute_evidence_by_upload on dispute_evidence using gin (upload_ids);
grant select on dispute_evidence to parley_web, parley_worker;

-- Where the chain of a case begins.
create function evidence_start(trade_hash text, round int) returns bytea language sql immutable as $$
  select sha256(convert_to('dispute:' || trade_hash || ':' || round, 'UTF8'))
$$;

-- One link: over the one before, the commitment, and whatever else the item says.
create function evidence_digest(
  previous bytea, commitment bytea, place int, role text, asks text, file_digests bytea[], at timestamptz
) returns bytea language sql immutable as $$
  select sha256(previous || commitment || convert_to(concat_ws(':',
    place, role, coalesce(asks, ''), (extract(epoch from at) * 1000)::bigint,
    (select string_agg(encode(one, 'hex'), ',' order by number) from unnest(file_digests) with ordinality as file (one, number))
  ), 'UTF8'))
$$;

-- Adds an item to the open case, which the caller has locked.
create function add_evidence(
  case_id bigint, start bytea, author_id bigint, role text, asks text, body text, salt bytea, files bigint[], digests bytea[],
  at timestamptz
) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  last       dispute_evidence;
  commitment constant bytea := sha256(salt || convert_to(body, 'UTF8'));
  previous   bytea;
begin
  select one.* into last from dispute_evidence one where one.dispute_id = case_id order by one.place desc limit 1;
  previous := coalesce(last.digest, start);
  insert into dispute_evidence (
    dispute_id, place, author_id, role, asks, body, salt, commitment, upload_ids, file_digests, at, previous, digest)
  values (
    case_id, coalesce(last.place, 0) + 1, author_id, role, asks, body, salt, commitment, files, digests, at, previous,
    evidence_digest(previous, commitment, coalesce(last.place, 0) + 1, role, asks, digests, at));
end $$;

-- What a side hands in, with its own files: handed_in; not_open without a case in progress; over when the time is, or the side said
-- that this is all; full after twenty items; no_file where one is not theirs. Locks the trade, then the case.
create function hand_in_evidence(
  hash text, author_id bigint, body text, salt bytea, files text[], is_last boolean, at timestamptz
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  trade   trades;
  found   disputes;
  role    text;
  own     bigint[];
  digests bytea[];
begin
  perform assert_now(at);
  perform assert_may_act_for(array[author_id]);
  select one.* into trade from trades one where one.hash = hand_in_evidence.hash for update;
  role := case author_id when trade.buyer_id then 'buyer' when trade.seller_id then 'seller' end;
  if role is null then
    raise exception 'who hands in evidence about the trade % is no side of it', hash using errcode = 'insufficient_privilege';
  end if;
  select one.* into found
  from disputes one
  where one.trade_hash = trade.hash and one.round = trade.round and one.outcome is null
  for update;
  if found.id is null or trade.status <> 'dispute_open' then return 'not_open'; end if;
  if at >= found.evidence_due_at
     or (case role when 'buyer' then found.buyer_done_at else found.seller_done_at end) is not null then
    return 'over';
  end if;
  if (select count(*) from dispute_evidence one
      where one.dispute_id = found.id and one.author_id = hand_in_evidence.author_id) >= 20 then
    return 'full';
  end if;
  select array_agg(upload.id order by asked.place), array_agg(upload.sha256 order by asked.place)
  into own, digests
  from unnest(files) with ordinality as asked (hash, place)
  join uploads upload on upload.hash = asked.hash and upload.owner_id = hand_in_evidence.author_id and upload.sha256 is not null;
  if cardinality(files) <> coalesce(cardinality(own), 0) then return 'no_file'; end if;
  perform add_evidence(
    found.id, evidence_start(trade.hash, trade.round), author_id, role, null, body, salt, coalesce(own, '{}'),
    coalesce(digests, '{}'), at);
  if is_last then
    update disputes
    set buyer_done_at = case role when 'buyer' then at else buyer_done_at end,
        seller_done_at = case role when 'seller' then at else seller_done_at end
    where id = found.id;
  end if;
  return 'handed_in';
end $$;

-- The moderator who has the case asks a side, or both, for more: they have so many hours from now, or longer where they had longer.
-- asked; not_open; not_judge.
create function ask_for_evidence(
  hash text, moderator_id bigint, asks text, body text, salt bytea, hours int, at timestamptz
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  trade trades;
  found disputes;
begin
  perform assert_now(at);
  if (hours between 1 and 720) is not true then
    raise exception 'a side has an hour to thirty days' using errcode = 'check_violation';
  end if;
  select one.* into trade from trades one where one.hash = ask_for_evidence.hash for update;
  select one.* into found
  from disputes one
  where one.trade_hash = trade.hash and one.round = trade.round and one.outcome is null
  for update;
  if found.id is null or trade.status <> 'dispute_open' then return 'not_open'; end if;
  if found.taken_by is distinct from moderator_id or moderator_id in (trade.buyer_id, trade.seller_id)
     or not may_judge(moderator_id) then
    return 'not_judge';
  end if;
  perform add_evidence(
    found.id, evidence_start(trade.hash, trade.round), moderator_id, 'moderator', asks, body, salt, '{}', '{}', at);
  update disputes
  set evidence_due_at = greatest(evidence_due_at, at + make_interval(hours => hours)),
      due_at = greatest(evidence_due_at, at + make_interval(hours => hours)) + make_interval(hours => decision_hours),
      buyer_done_at = case when asks = 'seller' then buyer_done_at end,
      seller_done_at = case when asks = 'buyer' then seller_done_at end
  where id = found.id;
  return 'asked';
end $$;

-- From when somebody has looked, the next thing due of the staff is the decision.
create function next_due_of_case() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.due_at := greatest(new.evidence_due_at, new.taken_at) + make_interval(hours => new.decision_hours);
  return new;
end $$;
create trigger due_when_taken before update of taken_by on disputes
  for each row when (old.taken_by is null and new.taken_by is not null) execute function next_due_of_case();

-- A decision stands on what was there when it was made.
create function evidence_of_decision() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.evidence_head := (
    select item.digest from dispute_evidence item where item.dispute_id = new.id order by item.place desc limit 1);
  return new;
end $$;
create trigger evidence_kept_at_decision before update of outcome on disputes
  for each row when (old.outcome is null and new.outcome is not null) execute function evidence_of_decision();

-- The order stays as it was written; only words may go, with what they were committed by.
create function keep_evidence() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'evidence stays' using errcode = 'check_violation';
  end if;
  if new.body is null and new.salt is null and new.upload_ids = '{}'
     and (new.dispute_id, new.place, new.author_id, new.role, new.asks, new.commitment, new.file_digests, new.at, new.previous, new.digest)
       is not distinct from
         (old.dispute_id, old.place, old.author_id, old.role, old.asks, old.commitment, old.file_digests, old.at, old.previous, old.digest)
  then
    return new;
  end if;
  raise exception 'evidence stays as it was handed in' using errcode = 'check_violation';
end $$;
create trigger evidence_stays before update or delete on dispute_evidence for each row execute function keep_evidence();

-- Somebody of the staff who may judge was here in the last half an hour.
create function moderator_is_here(at timestamptz) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select
    from user_roles granted
    join users staff on staff.id = granted.user_id
    where staff.last_seen_at > at - interval '30 minutes' and may_judge(staff.id))
$$;

-- With the conversation goes what was handed in: its words and its files.
create function erase_evidence() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update dispute_evidence
  set body = null, salt = null, upload_ids = '{}'
  where dispute_id = new.id and body is not null;
  return null;
end $$;
create trigger evidence_erased after update of body on disputes
  for each row when (new.body = '' and old.body <> '') execute function erase_evidence();

-- A side's own words, and which files went with them.
create function export_evidence(export_id bigint, after bigint, most int) returns table (key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select numbered.place, numbered.line
  from (
    select row_number() over (order by item.at, item.dispute_id, item.place) as place,
      jsonb_build_object('trade', opened.trade_hash, 'evidence', item.body, 'handedInAt', item.at,
        'files', (select jsonb_agg(file.name) from uploads file where file.id = any (item.upload_ids)),
        'digest', encode(item.digest, 'hex'))::text as line
    from data_exports export
    join dispute_evidence item on item.author_id = export.user_id and item.role <> 'moderator'
    join disputes opened on opened.id = item.dispute_id
    where export.id = export_evidence.export_id and export.made_at is null
  ) as numbered
  where numbered.place > export_evidence.after
  order by numbered.place
  limit export_evidence.most
$$;

insert into setting_rules (name, shape, initial, takes_two) values
  ('disputes.first_look_minutes', '{"type":"integer","minimum":5,"maximum":10080}', '30', true),
  ('disputes.evidence_hours', '{"type":"integer","minimum":1,"maximum":720}', '12', true),
  ('disputes.evidence_bank_hours', '{"type":"integer","minimum":1,"maximum":720}', '24', true),
  ('disputes.decision_hours', '{"type":"integer","minimum":1,"maximum":720}', '24', true);

revoke all on function
  evidence_start(text, int), evidence_digest(bytea, bytea, int, text, text, bytea[], timestamptz),
  add_evidence(bigint, bytea, bigint, text, text, text, bytea, bigint[], bytea[], timestamptz),
  hand_in_evidence(text, bigint, text, bytea, text[], boolean, timestamptz),
  ask_for_evidence(text, bigint, text, text, bytea, int, timestamptz), next_due_of_case(), evidence_of_decision(),
  keep_evidence(), moderator_is_here(timestamptz), erase_evidence(), export_evidence(bigint, bigint, int)
from public;
grant execute on function
  hand_in_evidence(text, bigint, text, bytea, text[], boolean, timestamptz),
  ask_for_evidence(text, bigint, text, text, bytea, int, timestamptz), moderator_is_here(timestamptz)
  to parley_web, parley_worker;
grant execute on function export_evidence(bigint, bigint, int) to parley_worker;

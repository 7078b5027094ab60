create table disputes (
  id bigint generated always as identity not null,
  trade_hash text not null,
  round int not null,
  opened_by text not null,
  opened_by_id bigint not null,
  reason_id int not null,
  body text not null,
  usd_cents bigint not null,
  opened_at timestamptz not null,
  due_at timestamptz not null,
  taken_by bigint,
  taken_at timestamptz,
  proposed_winner text,
  proposed_by bigint,
  outcome text,
  reason_code text,
  note text,
  decided_by bigint,
  decided_at timestamptz,
  -- What a first moderator proposed where a second one has to say the same.
  proposed_share_units bigint,
  evidence_due_at timestamptz not null,
  first_look_due_at timestamptz not null,
  decision_hours int not null default 24,
  buyer_done_at timestamptz,
  seller_done_at timestamptz,
  rulebook int,
  evidence_head bytea,
  primary key (id),
  constraint disputes_trade_hash_round_key unique (trade_hash, round),
  constraint disputes_body_check check (char_length(body) <= 1000),
  constraint disputes_check check ((outcome is null) = (decided_at is null)),
  constraint disputes_decision_hours_check check (decision_hours >= 1 and decision_hours <= 720),
  constraint disputes_opened_by_check check (opened_by in ('buyer', 'seller')),
  constraint disputes_outcome_check check (outcome in ('buyer', 'seller', 'settled')),
  constraint disputes_proposed_share_units_check check (proposed_share_units > 0),
  constraint disputes_proposed_winner_check check (proposed_winner in ('buyer', 'seller'))
);
alter table disputes add foreign key (decided_by) references users(id);
alter table disputes add foreign key (opened_by_id) references users(id);
alter table disputes add foreign key (proposed_by) references users(id);
alter table disputes add foreign key (taken_by) references users(id);
create index disputes_by_evidence on disputes (evidence_due_at) where outcome is null;
create index disputes_decided on disputes (decided_at desc) where outcome is not null;
-- The cases that a staff member decided.
create index disputes_decided_by on disputes (taken_by, decided_at) where outcome is not null;
create index disputes_open on disputes (due_at) where outcome is null;
create trigger due_when_taken before update of taken_by on disputes for each row when (old.taken_by is null and new.taken_by is not null) execute function next_due_of_case();
create trigger evidence_erased after update of body on disputes for each row when (new.body = '' and old.body <> '') execute function erase_evidence();
create trigger evidence_kept_at_decision before update of outcome on disputes for each row when (old.outcome is null and new.outcome is not null) execute function evidence_of_decision();
grant select on disputes to parley_chain, parley_web, parley_worker;
grant update (taken_by, taken_at, outcome, reason_code, note, decided_by, decided_at, rulebook) on disputes to parley_web;
grant insert (trade_hash, round, opened_by, opened_by_id, reason_id, body, usd_cents, opened_at, due_at, evidence_due_at, first_look_due_at, decision_hours) on disputes to parley_web, parley_worker;
grant update (outcome, decided_at) on disputes to parley_worker;

create table dispute_evidence (
  dispute_id bigint not null,
  place int not null,
  author_id bigint not null,
  role text not null,
  -- The sides that a moderator's question is for.
  asks text,
  -- Null once they are erased; the commitment stays.
  body text,
  salt bytea,
  commitment bytea not null,
  upload_ids bigint[] not null default '{}'::bigint[],
  file_digests bytea[] not null default '{}'::bytea[],
  at timestamptz not null,
  previous bytea not null,
  digest bytea not null,
  primary key (dispute_id, place),
  constraint dispute_evidence_asks_check check (asks in ('buyer', 'seller', 'both')),
  constraint dispute_evidence_body_check check ((char_length(body) >= 1) and (char_length(body) <= 1000)),
  constraint dispute_evidence_check check ((role = 'moderator') = (asks is not null)),
  constraint dispute_evidence_check1 check ((body is null) = (salt is null)),
  constraint dispute_evidence_check2 check ((cardinality(upload_ids) = cardinality(file_digests)) or body is null),
  constraint dispute_evidence_commitment_check check (octet_length(commitment) = 32),
  constraint dispute_evidence_digest_check check (octet_length(digest) = 32),
  constraint dispute_evidence_place_check check (place > 0),
  constraint dispute_evidence_previous_check check (octet_length(previous) = 32),
  constraint dispute_evidence_role_check check (role in ('buyer', 'seller', 'moderator')),
  constraint dispute_evidence_salt_check check (octet_length(salt) = 16),
  constraint dispute_evidence_upload_ids_check check (cardinality(upload_ids) <= 3)
);
alter table dispute_evidence add constraint dispute_evidence_body_said check (is_said(body)) not valid;
alter table dispute_evidence add foreign key (author_id) references users(id);
alter table dispute_evidence add foreign key (dispute_id) references disputes(id);
create index dispute_evidence_by_upload on dispute_evidence using gin (upload_ids);
create trigger evidence_stays before delete or update on dispute_evidence for each row execute function keep_evidence();
grant select on dispute_evidence to parley_web, parley_worker;

create table dispute_appeals (
  dispute_id bigint not null,
  case_number text not null,
  appellant_id bigint not null,
  role text not null,
  -- Emptied with the conversation.
  body text not null,
  upload_ids bigint[] not null,
  made_at timestamptz not null,
  due_at timestamptz not null,
  taken_by bigint,
  taken_at timestamptz,
  outcome text,
  -- Of the decision, to both sides.
  answer text,
  compensation_units bigint,
  decided_by bigint,
  decided_at timestamptz,
  primary key (dispute_id, role),
  constraint dispute_appeals_case_number_key unique (case_number),
  constraint dispute_appeals_answer_check check (char_length(answer) <= 1000),
  constraint dispute_appeals_body_check check (char_length(body) <= 1000),
  constraint dispute_appeals_case_number_check check (case_number ~ '^APPEAL-[A-Z0-9]{8,20}$'),
  constraint dispute_appeals_check check ((outcome is null) = (decided_at is null)),
  constraint dispute_appeals_check1 check ((not (outcome is distinct from 'overturned')) = (compensation_units is not null)),
  constraint dispute_appeals_compensation_units_check check (compensation_units > 0),
  constraint dispute_appeals_outcome_check check (outcome in ('upheld', 'overturned')),
  constraint dispute_appeals_role_check check (role in ('buyer', 'seller')),
  constraint dispute_appeals_upload_ids_check check (cardinality(upload_ids) <= 3)
);
alter table dispute_appeals add constraint dispute_appeals_answer_said check (answer = '' or is_said(answer)) not valid;
alter table dispute_appeals add constraint dispute_appeals_body_said check (body = '' or is_said(body)) not valid;
alter table dispute_appeals add foreign key (appellant_id) references users(id);
alter table dispute_appeals add foreign key (decided_by) references users(id);
alter table dispute_appeals add foreign key (dispute_id) references disputes(id);
alter table dispute_appeals add foreign key (taken_by) references users(id);
create index dispute_appeals_decided on dispute_appeals (decided_at desc) where outcome is not null;
create index dispute_appeals_decided_by on dispute_appeals (taken_by, decided_at) where outcome is not null;
create index dispute_appeals_open on dispute_appeals (due_at) where outcome is null;
create index dispute_appeals_overturned on dispute_appeals (decided_at, dispute_id) where compensation_units is not null;
create trigger dispute_appeals_told after insert on dispute_appeals for each row execute function tell_of_dispute_appeal();
grant select on dispute_appeals to parley_web, parley_worker;

-- By which methods payments come back; by the class of their fee where that is all of them.
create table chargeback_methods (
  method_id int,
  class text,
  constraint chargeback_methods_class_key unique (class),
  constraint chargeback_methods_method_id_key unique (method_id),
  constraint chargeback_methods_check check (num_nonnulls(method_id, class) = 1)
);
insert into chargeback_methods (method_id, class) values
  ('4', null), ('14', null), ('452', null), (null, 'bank-transfers');

create table chargeback_reports (
  trade_id bigint not null,
  case_number text not null,
  seller_id bigint not null,
  reason text not null,
  -- What happened, and who paid: sealed, and null once the conversation is erased.
  words_sealed bytea,
  upload_ids bigint[] not null,
  reported_at timestamptz not null,
  due_at timestamptz not null,
  taken_by bigint,
  taken_at timestamptz,
  outcome text,
  -- Of the decision, to both sides; emptied with the conversation.
  answer text,
  -- What the operator makes good of a confirmed one; null for nothing.
  compensation_units bigint,
  decided_by bigint,
  decided_at timestamptz,
  made_good_at timestamptz,
  made_good_by text,
  primary key (trade_id),
  constraint chargeback_reports_case_number_key unique (case_number),
  constraint chargeback_reports_answer_check check (char_length(answer) <= 1000),
  constraint chargeback_reports_case_number_check check (case_number ~ '^CHARGEBACK-[0-9]{12}$'),
  constraint chargeback_reports_check check (num_nonnulls(outcome, answer, decided_by, decided_at) in (0, 4)),
  constraint chargeback_reports_check1 check (decided_by is null or decided_by = taken_by),
  constraint chargeback_reports_check2 check (compensation_units is null or outcome = 'confirmed'),
  constraint chargeback_reports_check3 check ((made_good_at is null) = (made_good_by is null)),
  constraint chargeback_reports_check4 check (made_good_at is null or outcome = 'confirmed'),
  constraint chargeback_reports_compensation_units_check check (compensation_units > 0),
  constraint chargeback_reports_made_good_by_check check (made_good_by in ('buyer', 'operator')),
  constraint chargeback_reports_outcome_check check (outcome in ('dismissed', 'confirmed')),
  constraint chargeback_reports_reason_check check (reason in ('payment_reversed', 'account_frozen', 'card_invalid', 'stolen_account')),
  constraint chargeback_reports_upload_ids_check check (cardinality(upload_ids) <= 3)
);
alter table chargeback_reports add constraint chargeback_reports_answer_said check (answer = '' or is_said(answer)) not valid;
alter table chargeback_reports add foreign key (decided_by) references users(id);
alter table chargeback_reports add foreign key (seller_id) references users(id);
alter table chargeback_reports add foreign key (taken_by) references users(id);
alter table chargeback_reports add foreign key (trade_id) references trades(id);
create index chargeback_reports_decided on chargeback_reports (decided_at desc) where outcome is not null;
create index chargeback_reports_decided_by on chargeback_reports (taken_by, decided_at) where outcome is not null;
create index chargeback_reports_of_seller on chargeback_reports (seller_id, trade_id);
create index chargeback_reports_open on chargeback_reports (due_at) where outcome is null;
create index chargeback_reports_owed on chargeback_reports (decided_at, trade_id) where compensation_units is not null and made_good_at is null;
grant select on chargeback_reports to parley_web;

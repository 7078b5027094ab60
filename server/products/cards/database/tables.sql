-- Virtual cards. One account in dollars a user, at the issuer; the balance is in the ledger (user:<id>:USD:card and card_held).
create table card_accounts (
  user_id bigint not null,
  opened_at timestamptz not null,
  primary key (user_id)
);
alter table card_accounts add foreign key (user_id) references users(id);
grant select on card_accounts to parley_web, parley_worker;

create table cards (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  label text not null,
  status text not null default 'active',
  -- Null until the issuer has made it.
  last4 text,
  -- Null where the issuer has the number, and from the end on; then the mark is that of the public id.
  number_sealed bytea,
  number_index bytea not null,
  -- The last day on which it pays.
  expires_on date not null,
  -- In cents; null is no limit of one's own.
  payment_limit bigint,
  day_limit bigint,
  month_limit bigint,
  -- Kinds of merchants that it does not pay.
  closed_groups text[] not null default '{}',
  is_single_use boolean not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  issuer text not null,
  -- The issuer's id of it, where the issuer has the number.
  issuer_ref text,
  -- Grows with each change; this one was sent to the issuer.
  version int not null default 1,
  sent_version int not null,
  send_at timestamptz not null,
  -- How often it was tried since, and why it failed.
  tries int not null default 0,
  fault text,
  -- The issuer would not make it.
  is_refused boolean not null default false,
  -- Its user is asked about online payments at merchants that it has not paid, and above a sum.
  asks_online boolean not null default true,
  primary key (id),
  constraint cards_hash_key unique (hash),
  constraint cards_number_index_key unique (number_index),
  constraint cards_label_said check (is_said(label) and char_length(label) <= 40),
  constraint cards_status_check check (status in ('active', 'frozen', 'terminated')),
  constraint cards_last4_check check (last4 ~ '^[0-9]{4}$'),
  constraint cards_number_index_check check (length(number_index) = 32),
  constraint cards_number_sealed_check check (length(number_sealed) <= 200 and (number_sealed is null) <= (status = 'terminated' or issuer <> 'house_issuer')),
  constraint cards_issuer_check check (issuer ~ '^[a-z_]{2,30}$'),
  constraint cards_issuer_ref_key unique (issuer_ref),
  constraint cards_issuer_ref_check check (issuer_ref ~ '^[A-Za-z0-9_]{3,64}$' and (last4 is null) = (issuer_ref is null and issuer <> 'house_issuer')),
  constraint cards_sent_check check (sent_version between 0 and version and tries >= 0 and char_length(fault) <= 200),
  constraint cards_refused_check check (is_refused <= (status = 'terminated')),
  constraint cards_limits_check check (payment_limit > 0 and day_limit > 0 and month_limit > 0),
  constraint cards_closed_groups_check check (closed_groups <@ array['gambling', 'fuel', 'travel', 'cash', 'digital']),
  constraint cards_ended_check check ((status = 'terminated') = (ended_at is not null))
);
alter table cards add foreign key (user_id) references card_accounts(user_id);
create index cards_of_user on cards (user_id, id desc);
create index cards_unsent on cards (issuer, send_at) where sent_version < version;
grant select on cards to parley_web, parley_worker;

-- Users as an issuer knows them that has their name, birth date and address from us. The row is there before the issuer is asked.
create table card_holders (
  user_id bigint not null,
  issuer text not null,
  -- JSON of the address that the user gave; empty once the account is closed.
  address_sealed bytea not null,
  given_at timestamptz not null,
  issuer_ref text,
  primary key (user_id, issuer),
  constraint card_holders_issuer_ref_key unique (issuer_ref),
  constraint card_holders_issuer_ref_check check (issuer_ref ~ '^[A-Za-z0-9_]{3,64}$'),
  constraint card_holders_address_check check (length(address_sealed) <= 2000)
);
alter table card_holders add foreign key (user_id) references card_accounts(user_id);
grant select on card_holders to parley_web, parley_worker;

-- A merchant's question for money, and what came of it. What is held is what was approved less what was captured and given back, until the
-- hold ends; it is the same whatever the order in which the messages arrive.
create table card_authorizations (
  id bigint generated always as identity not null,
  -- The issuer's.
  external_id text not null,
  card_id bigint not null,
  user_id bigint not null,
  -- unseen: a capture or a reversal came before the question.
  status text not null,
  decline_code text,
  merchant text,
  merchant_group text,
  country text,
  -- As the merchant asked.
  currency text,
  amount_units bigint,
  -- In cents.
  usd_units bigint not null default 0,
  captured_units bigint not null default 0,
  reversed_units bigint not null default 0,
  held_units bigint not null default 0,
  -- No capture follows: nothing is held any more.
  is_final boolean not null default false,
  at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (id),
  constraint card_authorizations_external_id_key unique (external_id),
  constraint card_authorizations_external_id_check check (external_id ~ '^[A-Za-z0-9_-]{8,64}$'),
  constraint card_authorizations_status_check check (status in ('unseen', 'approved', 'declined', 'reversed', 'expired', 'closed')),
  constraint card_authorizations_decline_check check ((status = 'declined') = (decline_code is not null) and decline_code in (
    'program_over', 'frozen', 'terminated', 'expired', 'halted', 'restricted', 'payment_limit', 'day_limit', 'month_limit', 'merchant', 'used',
    'insufficient', 'rate', 'approval', 'not_approved', 'not_answered')),
  constraint card_authorizations_group_check check (merchant_group in ('shop', 'digital', 'food', 'travel', 'fuel', 'cash', 'gambling')),
  constraint card_authorizations_units_check check (usd_units >= 0 and captured_units >= 0 and reversed_units >= 0 and held_units >= 0
    and held_units <= usd_units and (held_units = 0 or status = 'approved'))
);
alter table card_authorizations add foreign key (card_id) references cards(id);
alter table card_authorizations add foreign key (user_id) references users(id);
create index card_authorizations_of_card on card_authorizations (card_id, at);
create index card_authorizations_of_user on card_authorizations (user_id, id desc);
create index card_authorizations_open on card_authorizations (expires_at) where status = 'approved';
create index card_authorizations_held on card_authorizations (user_id) where held_units > 0;
grant select on card_authorizations to parley_web, parley_worker;

-- Online payments that users are asked about. A merchant that waits is answered when the user answers; another one asks again, and an approved
-- payment is good for that once.
create table card_approvals (
  id bigint generated always as identity not null,
  hash text not null,
  card_id bigint not null,
  user_id bigint not null,
  -- As decide_card_authorizations got it, with the issuer's id.
  question jsonb not null,
  usd_units bigint not null,
  is_waited boolean not null,
  -- used: a payment was made with it. lapsed: nobody answered in time.
  status text not null default 'waiting',
  asked_at timestamptz not null,
  -- Of one that waits: the end of the time to answer. Of an approved one: until when the merchant may ask again.
  expires_at timestamptz not null,
  answered_at timestamptz,
  primary key (id),
  constraint card_approvals_hash_key unique (hash),
  constraint card_approvals_status_check check (status in ('waiting', 'approved', 'declined', 'lapsed', 'used')),
  constraint card_approvals_answered_check check ((status = 'waiting') = (answered_at is null)),
  constraint card_approvals_usd_check check (usd_units > 0)
);
alter table card_approvals add foreign key (card_id) references cards(id);
alter table card_approvals add foreign key (user_id) references users(id);
create unique index card_approvals_question on card_approvals ((question ->> 'id'));
create index card_approvals_of_card on card_approvals (card_id, id desc);
create index card_approvals_of_user on card_approvals (user_id, id);
create index card_approvals_waiting on card_approvals (expires_at) where status = 'waiting';
create index card_approvals_old on card_approvals (asked_at);
grant select on card_approvals to parley_web, parley_worker;

-- What the issuer booked: each of its ids has one effect.
create table card_entries (
  id bigint generated always as identity not null,
  external_id text not null,
  authorization_id bigint,
  card_id bigint not null,
  user_id bigint not null,
  kind text not null,
  merchant text,
  usd_units bigint not null,
  -- What neither the hold nor the balance covered: the user owes it.
  debt_units bigint not null default 0,
  at timestamptz not null,
  -- Of a refund: what was taken before, where the issuer names it.
  refunds_id bigint,
  primary key (id),
  constraint card_entries_external_id_key unique (external_id),
  constraint card_entries_external_id_check check (external_id ~ '^[A-Za-z0-9_-]{8,64}$'),
  constraint card_entries_kind_check check (kind in (
    'capture', 'reversal', 'refund', 'force_post', 'dispute_credit', 'dispute_won', 'dispute_lost')),
  constraint card_entries_authorization_check check ((kind in ('capture', 'reversal')) = (authorization_id is not null)),
  constraint card_entries_units_check check (usd_units > 0 and debt_units >= 0 and case
    when kind in ('capture', 'force_post') then debt_units <= usd_units
    when kind in ('dispute_won', 'dispute_lost') then true
    else debt_units = 0 end),
  constraint card_entries_refunds_check check (refunds_id is null or kind = 'refund')
);
alter table card_entries add foreign key (authorization_id) references card_authorizations(id);
alter table card_entries add foreign key (card_id) references cards(id);
alter table card_entries add foreign key (user_id) references users(id);
alter table card_entries add foreign key (refunds_id) references card_entries(id);
create index card_entries_of_card on card_entries (card_id);
create index card_entries_of_user on card_entries (user_id, id desc);
create index card_entries_of_authorization on card_entries (authorization_id) where authorization_id is not null;
create index card_entries_refunding on card_entries (refunds_id) where refunds_id is not null;
grant select on card_entries to parley_web, parley_worker;

-- What users dispute of what merchants took, each once. The issuer answers.
create table card_disputes (
  id bigint generated always as identity not null,
  hash text not null,
  entry_id bigint not null,
  card_id bigint not null,
  user_id bigint not null,
  reason text not null,
  -- In the user's words; null once the account is closed.
  evidence text,
  -- provisional: the issuer credited for now. refunded: the merchant gave all of it back.
  status text not null default 'opened',
  -- In cents: what is disputed, and what the issuer credited and has not taken back.
  usd_units bigint not null,
  credited_units bigint not null default 0,
  opened_at timestamptz not null,
  ended_at timestamptz,
  -- Of an issuer that has the card: its id of the dispute, when it is to be sent, and what was wrong with that.
  issuer_ref text,
  send_at timestamptz,
  tries integer not null default 0,
  fault text,
  primary key (id),
  constraint card_disputes_hash_key unique (hash),
  constraint card_disputes_entry_key unique (entry_id),
  constraint card_disputes_issuer_key unique (issuer_ref),
  constraint card_disputes_fault_said check (is_said(fault) and char_length(fault) <= 200),
  constraint card_disputes_reason_check check (reason in ('fraud', 'not_received', 'not_as_described', 'duplicate', 'canceled', 'wrong_sum')),
  constraint card_disputes_evidence_said check (is_said(evidence) and char_length(evidence) <= 2000),
  constraint card_disputes_status_check check (status in ('opened', 'provisional', 'won', 'lost', 'refunded')
    and (status in ('opened', 'provisional')) = (ended_at is null)),
  constraint card_disputes_units_check check (usd_units > 0 and credited_units between 0 and usd_units
    and (credited_units = 0 or status in ('provisional', 'won')))
);
alter table card_disputes add foreign key (entry_id) references card_entries(id);
alter table card_disputes add foreign key (card_id) references cards(id);
alter table card_disputes add foreign key (user_id) references users(id);
create index card_disputes_of_card on card_disputes (card_id);
create index card_disputes_to_send on card_disputes (send_at) where send_at is not null;
create index card_disputes_of_user on card_disputes (user_id, id desc);
create index card_disputes_open on card_disputes (id) where ended_at is null;
grant select on card_disputes to parley_web, parley_worker;

-- An issuer's program that two administrators ended for good: every balance goes back to its owner.
create table card_program_ends (
  issuer text not null,
  at timestamptz not null,
  primary key (issuer),
  constraint card_program_ends_issuer_check check (issuer ~ '^[a-z_]{2,30}$')
);
grant select on card_program_ends to parley_signer, parley_web, parley_worker;

-- What a user owes the operator of captures that nothing covered, and what came back of it.
create table card_debts (
  user_id bigint not null,
  units bigint not null,
  repaid_units bigint not null default 0,
  changed_at timestamptz not null,
  primary key (user_id),
  constraint card_debts_units_check check (units > 0 and repaid_units between 0 and units)
);
alter table card_debts add foreign key (user_id) references users(id);
grant select on card_debts to parley_web, parley_worker;

create table card_top_ups (
  quote_id bigint not null,
  user_id bigint not null,
  created_at timestamptz not null,
  primary key (quote_id)
);
alter table card_top_ups add foreign key (quote_id) references product_quotes(id);
alter table card_top_ups add foreign key (user_id) references users(id);
create index card_top_ups_of_user on card_top_ups (user_id, quote_id desc);
grant select on card_top_ups to parley_signer, parley_web, parley_worker;

create table card_withdrawals (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  usd_units bigint not null,
  currency text not null,
  units bigint not null,
  at timestamptz not null,
  primary key (id),
  constraint card_withdrawals_hash_key unique (hash),
  constraint card_withdrawals_units_check check (usd_units > 0 and units > 0)
);
alter table card_withdrawals add foreign key (user_id) references users(id);
create index card_withdrawals_of_user on card_withdrawals (user_id, id desc);
grant select on card_withdrawals to parley_web, parley_worker;

-- The issuer's messages as they came, in the order of their arrival. The web process adds to them; a worker verifies and books them.
create table card_messages (
  id bigint generated always as identity not null,
  digest bytea not null,
  body text not null,
  signature text not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  outcome text,
  -- What a worker read in it.
  entry_id text,
  entry_kind text,
  entry_units bigint,
  primary key (id),
  constraint card_messages_digest_key unique (digest),
  constraint card_messages_digest_check check (length(digest) = 32),
  constraint card_messages_body_check check (char_length(body) <= 4000 and char_length(signature) <= 200),
  constraint card_messages_outcome_check check ((outcome is null) = (handled_at is null)
    and outcome in ('booked', 'repeated', 'unsigned', 'unreadable', 'unknown', 'excess', 'over'))
);
create index card_messages_waiting on card_messages (id) where handled_at is null;
create index card_messages_old on card_messages (received_at);
create index card_messages_unbooked on card_messages (id) where outcome not in ('booked', 'repeated');
grant select on card_messages to parley_worker;
grant select (id, received_at, handled_at, outcome, entry_id, entry_kind, entry_units) on card_messages to parley_web;

-- The issuer's statement of a day: what it booked by then and had not named before, matched by its ids.
create table card_statements (
  id bigint generated always as identity not null,
  issuer text not null,
  day date not null,
  imported_at timestamptz not null,
  primary key (id),
  constraint card_statements_day_key unique (issuer, day),
  constraint card_statements_issuer_check check (issuer ~ '^[a-z_]{2,30}$')
);
grant select on card_statements to parley_web, parley_worker;

create table card_statement_lines (
  statement_id bigint not null,
  n int not null,
  entry_id text not null,
  kind text not null,
  units bigint not null,
  primary key (statement_id, n),
  constraint card_statement_lines_entry_check check (entry_id ~ '^[A-Za-z0-9_-]{8,64}$')
);
alter table card_statement_lines add foreign key (statement_id) references card_statements(id);
create index card_statement_lines_of_entry on card_statement_lines (entry_id);
grant select on card_statement_lines to parley_web, parley_worker;

insert into ledger_purposes (holder, purpose, may_overdraw, is_fiat_too) values
  ('user', 'card', false, true),
  ('user', 'card_held', false, true),
  ('house', 'fees_card', false, false),
  ('outside', 'issuer', true, true);
insert into halt_names (name, when_broken) values ('card_top_up', true), ('card_payments', false);

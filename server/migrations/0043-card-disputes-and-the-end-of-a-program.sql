-- Disputes of card payments, an issuer's program that ends, refunds that name what they refund, and what messages said that moved nothing.
-- Owned by products/cards; the console adds the kind of change.
alter table card_authorizations drop constraint card_authorizations_decline_check;
alter table card_authorizations add constraint card_authorizations_decline_check check ((status = 'declined') = (decline_code is not null) and decline_code in (
    'program_over', 'frozen', 'terminated', 'expired', 'halted', 'restricted', 'payment_limit', 'day_limit', 'month_limit', 'merchant', 'used',
    'insufficient', 'rate'));

alter table card_entries add column refunds_id bigint;
alter table card_entries add foreign key (refunds_id) references card_entries(id);
alter table card_entries drop constraint card_entries_kind_check;
alter table card_entries add constraint card_entries_kind_check check (kind in (
    'capture', 'reversal', 'refund', 'force_post', 'dispute_credit', 'dispute_won', 'dispute_lost'));
alter table card_entries drop constraint card_entries_units_check;
alter table card_entries add constraint card_entries_units_check check (usd_units > 0 and debt_units >= 0 and case
    when kind in ('capture', 'force_post') then debt_units <= usd_units
    when kind in ('dispute_won', 'dispute_lost') then true
    else debt_units = 0 end);
alter table card_entries add constraint card_entries_refunds_check check (refunds_id is null or kind = 'refund');
create index card_entries_refunding on card_entries (refunds_id) where refunds_id is not null;

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
  primary key (id),
  constraint card_disputes_hash_key unique (hash),
  constraint card_disputes_entry_key unique (entry_id),
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

alter table card_messages add column entry_id text;
alter table card_messages add column entry_kind text;
alter table card_messages add column entry_units bigint;
alter table card_messages drop constraint card_messages_outcome_check;
alter table card_messages add constraint card_messages_outcome_check check ((outcome is null) = (handled_at is null)
    and outcome in ('booked', 'repeated', 'unsigned', 'unreadable', 'unknown', 'excess', 'over'));
create index card_messages_unbooked on card_messages (id) where outcome not in ('booked', 'repeated');
grant select (id, received_at, handled_at, outcome, entry_id, entry_kind, entry_units) on card_messages to parley_web;

alter table staff_changes drop constraint staff_changes_kind_check;
alter table staff_changes add constraint staff_changes_kind_check check (kind in ('grant_role', 'set_level', 'lift_halt', 'set_setting', 'post_journal', 'give_badge', 'give_perk', 'give_cashback', 'set_ambassador', 'end_order', 'end_cards'));

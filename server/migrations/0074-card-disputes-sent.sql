-- Disputes of cards that an issuer has are opened there too: its id of one, and when it is to be sent again. Owned by products/cards.
alter table card_disputes add column issuer_ref text;
alter table card_disputes add column send_at timestamptz;
alter table card_disputes add column tries integer not null default 0;
alter table card_disputes add column fault text;
alter table card_disputes add constraint card_disputes_issuer_key unique (issuer_ref);
alter table card_disputes add constraint card_disputes_fault_said check (is_said(fault) and char_length(fault) <= 200);
create index card_disputes_to_send on card_disputes (send_at) where send_at is not null;

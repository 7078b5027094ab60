-- Users approve online payments with their cards. Owned by products/cards.
alter table cards add column asks_online boolean not null default true;
alter table card_authorizations
  drop constraint card_authorizations_decline_check,
  add constraint card_authorizations_decline_check check ((status = 'declined') = (decline_code is not null) and decline_code in (
    'program_over', 'frozen', 'terminated', 'expired', 'halted', 'restricted', 'payment_limit', 'day_limit', 'month_limit', 'merchant', 'used',
    'insufficient', 'rate', 'approval', 'not_approved', 'not_answered'));
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

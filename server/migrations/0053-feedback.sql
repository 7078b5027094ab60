-- What traders say of each other: one for a giver, a receiver, a payment method and a currency; a new trade between
-- them updates it. One reply. Owned by market/feedback.

create table feedback (
  id                bigint      generated always as identity primary key,
  giver_id          bigint      not null references users,
  receiver_id       bigint      not null references users,
  payment_method_id int         not null,
  crypto            text        not null,
  trade_hash        text        not null,
  offer_hash        text        not null,
  giver_role        text        not null check (giver_role in ('buyer', 'seller')),
  rating            int         not null check (rating in (1, -1)),
  message           text        not null,
  reply             text,
  -- Small trades count for nothing, so that a reputation cannot be farmed.
  counts            boolean     not null,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  unique (giver_id, receiver_id, payment_method_id, crypto),
  check (giver_id <> receiver_id)
);
create index feedback_of_receiver on feedback (receiver_id, updated_at desc);
create index feedback_of_trade on feedback (trade_hash);

grant select, insert, update on feedback to parley_app;

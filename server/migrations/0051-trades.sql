-- A trade: one agreement on an offer. The row keeps the latest status and the facts that rules ask for; the road there
-- is in trade_moves, the money is in the ledger. Owned by market/trades.

create table trades (
  id                 bigint      generated always as identity primary key,
  hash               text        not null unique,
  receipt_uuid       uuid        not null unique,
  offer_hash         text        not null,
  offer_type         text        not null check (offer_type in ('buy', 'sell')),
  offer_terms        text        not null,
  trade_details      text        not null,
  owner_id           bigint      not null references users,
  starter_id         bigint      not null references users,
  buyer_id           bigint      not null references users,
  seller_id          bigint      not null references users,
  crypto             text        not null check (crypto in ('BTC', 'ETH', 'USDT')),
  units              bigint      not null check (units > 0),
  fee_units          bigint      not null check (fee_units >= 0),
  fiat_code          text        not null,
  fiat_digits        int         not null,
  fiat_units         bigint      not null check (fiat_units > 0),
  usd_cents          bigint      not null check (usd_cents >= 0),
  -- Fiat for one whole coin, and what it was made from, so that anybody can compute it again.
  price              text        not null,
  market_rate        text        not null,
  margin_bp          int,
  rate_as_of         timestamptz not null,
  payment_method_id  int         not null,
  window_minutes     int         not null check (window_minutes between 1 and 43200),
  status             text        not null check (status in (
    'not_funded', 'funds_processing', 'funds_processed', 'active_funded', 'paid', 'dispute_open', 'dispute_awarded',
    'dispute_won_buyer', 'dispute_won_seller', 'released', 'expired',
    'cancelled_buyer', 'cancelled_seller', 'cancelled_system')),
  version            int         not null default 1,
  -- A reopened trade starts a new funding round: its escrow is funded once and leaves once per round.
  round              int         not null default 1,
  started_at         timestamptz not null,
  -- The end of the payment window, or of the time to fund; null when nothing runs.
  expires_at         timestamptz,
  funded_at          timestamptz,
  details_revealed_at timestamptz,
  owner_responded_at timestamptz,
  paid_at            timestamptz,
  -- A buyer once said that he paid: automatic outcomes ask this, not the present status.
  was_ever_paid      boolean     not null default false,
  released_at        timestamptz,
  ended_at           timestamptz,
  extended_times     int         not null default 0 check (extended_times between 0 and 2),
  reopen_asked_at    timestamptz,
  is_reopened        boolean     not null default false,
  dispute_wait_sec   int         not null check (dispute_wait_sec >= 0),
  dispute_opened_at  timestamptz,
  dispute_opened_by  text        check (dispute_opened_by in ('buyer', 'seller')),
  dispute_reason     text,
  dispute_text       text,
  buyer_feedback_at  timestamptz,
  seller_feedback_at timestamptz,
  is_same_ip         boolean     not null default false,
  is_demo            boolean     not null default false,
  check (buyer_id <> seller_id),
  check ((owner_id = buyer_id and starter_id = seller_id) or (owner_id = seller_id and starter_id = buyer_id))
);
create index trades_of_buyer on trades (buyer_id, id desc);
create index trades_of_seller on trades (seller_id, id desc);
create index trades_of_offer on trades (offer_hash, id desc);
create index trades_to_expire on trades (expires_at) where expires_at is not null;
create index trades_open on trades (id) where ended_at is null;

-- Every step a trade has taken, with who took it and when: the history, the receipt and the support desk read it.
create table trade_moves (
  id       bigint      generated always as identity primary key,
  trade_id bigint      not null references trades,
  verb     text        not null,
  actor    text        not null check (actor in ('buyer', 'seller', 'moderator', 'clock', 'platform')),
  actor_id bigint      references users,
  status   text        not null,
  note     text,
  at       timestamptz not null
);
create index trade_moves_of_trade on trade_moves (trade_id, id);
create trigger trade_moves_append_only before update or delete or truncate on trade_moves
  for each statement execute function refuse_change();

grant select, insert, update on trades to parley_app;
grant select, insert on trade_moves to parley_app;
grant usage on sequence trades_id_seq to parley_app;

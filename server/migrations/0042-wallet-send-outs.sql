-- What goes out. A quote is taken once by a send-out; a send-out, a sweep or a gift of gas has one payment; a payment's
-- bytes are kept before they are shown to anybody and only these are broadcast. Owned by products/wallet.

create table send_out_quotes (
  id          bigint      generated always as identity primary key,
  hash        text        not null unique,
  user_id     bigint      not null references users,
  currency    text        not null check (currency in ('BTC', 'ETH', 'USDT')),
  destination text        not null,
  units       bigint      not null check (units > 0),
  fee_units   bigint      not null check (fee_units > 0),
  usd_value   numeric     not null,
  created_at  timestamptz not null,
  expires_at  timestamptz not null
);

create table send_outs (
  id          bigint      generated always as identity primary key,
  hash        text        not null unique,
  quote_id    bigint      not null unique references send_out_quotes,
  user_id     bigint      not null references users,
  currency    text        not null check (currency in ('BTC', 'ETH', 'USDT')),
  destination text        not null,
  units       bigint      not null check (units > 0),
  fee_units   bigint      not null check (fee_units > 0),
  usd_value   numeric     not null,
  status      text        not null check (status in ('reserved', 'sending', 'completed', 'failed', 'cancelled')),
  reason      text,
  created_at  timestamptz not null,
  -- Not before: a restricted account's money leaves a day later.
  due_at      timestamptz not null,
  ended_at    timestamptz
);
create index send_outs_of_user on send_outs (user_id, id desc);
create index send_outs_open on send_outs (id) where status in ('reserved', 'sending');

-- Whom and how much never changes once it is reserved.
create function send_outs_keep_terms() returns trigger language plpgsql as $$
begin
  if (old.user_id, old.currency, old.destination, old.units, old.fee_units, old.quote_id)
     is distinct from (new.user_id, new.currency, new.destination, new.units, new.fee_units, new.quote_id) then
    raise exception 'the terms of a send-out are fixed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger send_outs_keep_terms before update on send_outs
  for each row execute function send_outs_keep_terms();

create table chain_payments (
  id           bigint      generated always as identity primary key,
  chain        text        not null references wallet_rails,
  currency     text        not null check (currency in ('BTC', 'ETH', 'USDT')),
  purpose      text        not null check (purpose in ('send_out', 'sweep', 'gas')),
  -- The send-out's hash; a hash of its own for the others.
  subject      text        not null,
  plan         jsonb       not null,
  status       text        not null
    check (status in ('planned', 'dropped', 'signed', 'mined', 'final', 'reverted', 'conflicted')),
  from_address text,
  nonce        int,
  raw_hex      text,
  txid         text        unique,
  -- Both in the chain's units: what a node said it cost, and what leaves us beside it.
  fee_paid     numeric(78, 0),
  block_height int,
  block_hash   text,
  tries        int         not null default 0,
  tried_at     timestamptz,
  accepted_at  timestamptz,
  conflict_txid   text,
  conflict_height int,
  fault        text,
  created_at   timestamptz not null,
  unique (purpose, subject),
  unique (from_address, nonce),
  check ((status in ('planned', 'dropped')) = (raw_hex is null)),
  check ((raw_hex is null) = (txid is null))
);
create index chain_payments_open on chain_payments (chain, id) where status in ('planned', 'signed', 'mined');

-- Signed bytes are what is broadcast, now and after any restart: they cannot be exchanged.
create function chain_payments_keep_bytes() returns trigger language plpgsql as $$
begin
  if old.raw_hex is not null and (old.raw_hex, old.txid) is distinct from (new.raw_hex, new.txid) then
    raise exception 'signed bytes are never replaced' using errcode = 'restrict_violation';
  end if;
  if (old.purpose, old.subject, old.plan) is distinct from (new.purpose, new.subject, new.plan) then
    raise exception 'the plan of a payment is fixed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger chain_payments_keep_bytes before update on chain_payments
  for each row execute function chain_payments_keep_bytes();

alter table coins add foreign key (payment_id) references chain_payments;

create table payment_moves (
  id         bigint      generated always as identity primary key,
  payment_id bigint      not null references chain_payments,
  verb       text        not null,
  status     text        not null,
  at         timestamptz not null
);
create index payment_moves_of_payment on payment_moves (payment_id, id);

grant select, insert on send_out_quotes, payment_moves to parley_app;
grant select, insert, update on send_outs, chain_payments to parley_app;

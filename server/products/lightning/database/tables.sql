insert into ledger_purposes (holder, purpose, may_overdraw, is_fiat_too) values
  ('user', 'lightning', false, false), ('house', 'fees_lightning', false, false), ('outside', 'lightning', true, false);
insert into halt_names (name, when_broken) values ('lightning_out', true), ('lightning_in', false);

-- Invoices of users. The web asks; the Lightning process has the node make them.
create table ln_invoices (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  -- 0: the payer says how much.
  msat bigint not null,
  memo text not null,
  -- Of one that was asked for at the user's Lightning Address: of what the payer was shown instead of a note.
  description_hash text,
  status text not null default 'asked',
  -- Of the node: null until it has made the invoice.
  payment_hash text,
  bolt11 text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- What came from outside or from another user.
  paid_msat bigint,
  settled_at timestamptz,
  primary key (id),
  constraint ln_invoices_hash_key unique (hash),
  constraint ln_invoices_payment_hash_key unique (payment_hash),
  constraint ln_invoices_msat_check check (msat >= 0 and msat % 1000 = 0),
  constraint ln_invoices_memo_check check (char_length(memo) <= 140),
  constraint ln_invoices_status_check check (status in ('asked', 'open', 'settled', 'paid_inside', 'expired')),
  constraint ln_invoices_made_check check ((payment_hash is null) = (bolt11 is null) and (status in ('asked', 'expired') or payment_hash is not null)),
  constraint ln_invoices_description_hash_check check (description_hash ~ '^[0-9a-f]{64}$'),
  constraint ln_invoices_payment_hash_check check (payment_hash ~ '^[0-9a-f]{64}$'),
  constraint ln_invoices_settled_check check ((settled_at is null) = (paid_msat is null) and (status in ('settled', 'paid_inside')) = (settled_at is not null)),
  constraint ln_invoices_expires_check check (expires_at > created_at)
);
alter table ln_invoices add foreign key (user_id) references users(id);
create index ln_invoices_of_user on ln_invoices (user_id, id desc);
create index ln_invoices_waiting on ln_invoices (id) where status = 'asked';
create index ln_invoices_settled on ln_invoices (settled_at) where status = 'settled';
create index ln_invoices_open on ln_invoices (expires_at) where status = 'open';
grant select on ln_invoices to parley_web, parley_worker, parley_lightning;

-- What an invoice of others costs to pay, beside the quote that is proved.
create table ln_quotes (
  quote_id bigint not null,
  payment_hash text not null,
  bolt11 text not null,
  msat bigint not null,
  -- The most that the way to the payee may cost.
  network_units bigint not null,
  payee text not null,
  memo text not null,
  -- By which it can be paid.
  expires_at timestamptz not null,
  primary key (quote_id),
  constraint ln_quotes_payment_hash_check check (payment_hash ~ '^[0-9a-f]{64}$'),
  constraint ln_quotes_msat_check check (msat > 0),
  constraint ln_quotes_network_units_check check (network_units >= 0),
  constraint ln_quotes_texts_check check (char_length(memo) <= 640 and char_length(bolt11) <= 4000 and payee ~ '^[0-9a-f]{66}$')
);
alter table ln_quotes add foreign key (quote_id) references product_quotes(id) on delete cascade;
grant select on ln_quotes to parley_web, parley_worker, parley_lightning;

-- Payments that users proved. One that is in flight stays so until the node says its definite end.
create table ln_payments (
  quote_id bigint not null,
  user_id bigint not null,
  payment_hash text not null,
  status text not null,
  created_at timestamptz not null,
  submitted_at timestamptz,
  ended_at timestamptz,
  -- Of a settled one: what the way cost, and the payee's receipt.
  network_units bigint,
  preimage text,
  failure text,
  primary key (quote_id),
  constraint ln_payments_payment_hash_check check (payment_hash ~ '^[0-9a-f]{64}$'),
  constraint ln_payments_status_check check (status in ('reserved', 'in_flight', 'settled', 'inside', 'failed')),
  constraint ln_payments_ended_check check ((status in ('settled', 'inside', 'failed')) = (ended_at is not null)),
  constraint ln_payments_settled_check check ((status = 'settled') = (preimage is not null) and (status = 'settled') = (network_units is not null)
    and network_units >= 0),
  constraint ln_payments_preimage_check check (encode(sha256(decode(preimage, 'hex')), 'hex') = payment_hash),
  constraint ln_payments_failure_check check ((status = 'failed') = (failure is not null) and failure in ('no_route', 'timeout', 'rejected', 'expired', 'other', 'other_invoice'))
);
alter table ln_payments add foreign key (quote_id) references ln_quotes(quote_id);
alter table ln_payments add foreign key (user_id) references users(id);
create unique index ln_payments_once on ln_payments (payment_hash) where status <> 'failed';
create index ln_payments_of_user on ln_payments (user_id, quote_id desc);
create index ln_payments_open on ln_payments (created_at) where status in ('reserved', 'in_flight');
grant select on ln_payments to parley_web, parley_worker, parley_lightning;
grant select (quote_id, status) on ln_payments to parley_signer;

-- Amounts that users have proved and set aside, each for one invoice of a wallet elsewhere (LNURL-withdraw).
create table ln_withdrawals (
  quote_id bigint not null,
  user_id bigint not null,
  -- By which a wallet collects it: who has this gets the sum.
  k1 text not null,
  status text not null default 'open',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (quote_id),
  constraint ln_withdrawals_k1_key unique (k1),
  constraint ln_withdrawals_k1_check check (k1 ~ '^[0-9a-f]{64}$'),
  constraint ln_withdrawals_status_check check (status in ('open', 'collected', 'expired', 'cancelled')),
  constraint ln_withdrawals_ended_check check ((status = 'open') = (ended_at is null)),
  constraint ln_withdrawals_expires_check check (expires_at > created_at)
);
alter table ln_withdrawals add foreign key (quote_id) references product_quotes(id);
alter table ln_withdrawals add foreign key (user_id) references users(id);
create unique index ln_withdrawals_one_open on ln_withdrawals (user_id) where status = 'open';
create index ln_withdrawals_of_user on ln_withdrawals (user_id, quote_id desc);
grant select on ln_withdrawals to parley_web;
grant select (quote_id, user_id, status, expires_at) on ln_withdrawals to parley_worker;
grant select (quote_id, status) on ln_withdrawals to parley_signer;

-- The node as the Lightning process saw it last, and how far its settled invoices were read.
create table ln_node (
  only_row boolean not null default true,
  seen_at timestamptz not null,
  node_id text not null,
  local_msat bigint not null,
  remote_msat bigint not null,
  in_flight_msat bigint not null,
  payable_msat bigint not null,
  receivable_msat bigint not null,
  channels int not null,
  settle_index bigint not null default 0,
  -- What is the operator's own in it, by the better of the last two looks, and at most so far: less says that something left without a payment.
  own_msat bigint not null,
  base_msat bigint not null,
  -- Ours in channels whose end is on its way to the chain.
  closing_msat bigint not null,
  channel_list jsonb not null,
  -- All that was credited ever.
  credited_msat bigint not null default 0,
  -- Of the last look alone: the operator's own, and what was owed and credited just before.
  seen_own_msat bigint not null default 0,
  seen_owed_msat bigint not null default 0,
  seen_credited_msat bigint not null default 0,
  -- The least that the operator's part was since then: after a minute the most that it was ever.
  raise_msat bigint,
  raise_since timestamptz,
  primary key (only_row),
  constraint ln_node_only_row_check check (only_row),
  constraint ln_node_sums_check check (least(local_msat, remote_msat, in_flight_msat, closing_msat, payable_msat, receivable_msat, channels) >= 0),
  constraint ln_node_channel_list_check check (jsonb_typeof(channel_list) = 'array')
);
grant select on ln_node to parley_web, parley_worker, parley_lightning;
grant select (only_row, own_msat, base_msat) on ln_node to parley_signer;

create table wallet_rails (
  chain text not null,
  is_available boolean not null,
  reason text,
  -- regtest, main, …; a chain id in digits for Ethereum.
  network text not null,
  is_test boolean not null,
  account_key text,
  token text,
  -- What a unit of space costs now: satoshi per 1000 virtual bytes; wei per gas, base and tip.
  fee_price numeric(78,0),
  fee_tip numeric(78,0),
  fee_at timestamptz,
  scanned_height int not null default '-1'::int,
  final_height int not null default '-1'::int,
  scanned_at timestamptz,
  reason_code text,
  -- Which account is followed: an extended public key, or an address of Ethereum, as the signer says it.
  cold_account text,
  cold_nonce int,
  primary key (chain),
  constraint wallet_rails_chain_check check (chain in ('bitcoin', 'ethereum')),
  constraint wallet_rails_check check (is_available or reason is not null),
  constraint wallet_rails_reason_code_check check (reason_code in ('switched_off', 'not_set_up', 'no_answer', 'other_keys', 'not_reached'))
);
grant insert, update on wallet_rails to parley_chain;
grant select on wallet_rails to parley_chain, parley_web, parley_worker;

create table wallet_addresses (
  id bigint generated always as identity not null,
  chain text not null,
  -- 0 receives from others, 1 is for ourselves.
  branch int not null,
  path_index int not null,
  address text not null,
  -- user: deposits of that user. house: what the house puts in. change, hot: where our own coins go.
  purpose text not null,
  user_id bigint,
  currency text not null,
  created_at timestamptz not null,
  attestation text,
  -- What an address is for that is made once for something: change, for its send-out.
  subject text,
  primary key (id),
  constraint wallet_addresses_chain_address_key unique (chain, address),
  constraint wallet_addresses_chain_branch_path_index_key unique (chain, branch, path_index),
  constraint wallet_addresses_subject_key unique (subject),
  constraint wallet_addresses_branch_check check (branch in (0, 1)),
  constraint wallet_addresses_check check ((purpose = 'user') = (user_id is not null)),
  constraint wallet_addresses_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint wallet_addresses_own_branch check ((purpose in ('change', 'hot', 'refill')) = (branch = 1)),
  constraint wallet_addresses_path_index_check check (path_index >= 0),
  constraint wallet_addresses_purpose_check check (purpose in ('user', 'house', 'change', 'hot', 'refill'))
);
alter table wallet_addresses add foreign key (chain) references wallet_rails(chain);
create unique index wallet_address_of_house on wallet_addresses (currency) where purpose = 'house';
create unique index wallet_address_of_refills on wallet_addresses (currency) where purpose = 'refill';
create unique index wallet_address_of_user on wallet_addresses (user_id, currency) where user_id is not null;
create index wallet_addresses_unattested on wallet_addresses (id) where attestation is null;
grant select on wallet_addresses to parley_chain, parley_signer, parley_web, parley_worker;
grant insert, update (attestation) on wallet_addresses to parley_signer;

-- The next free index of each branch; its row is locked while one is taken.
create table wallet_paths (
  chain text not null,
  branch int not null,
  next_index int not null,
  primary key (chain, branch)
);
alter table wallet_paths add foreign key (chain) references wallet_rails(chain);
grant select on wallet_paths to parley_chain, parley_signer, parley_web, parley_worker;
grant insert, update on wallet_paths to parley_signer;

create table wallet_blocks (
  chain text not null,
  height int not null,
  hash text not null,
  primary key (chain, height)
);
alter table wallet_blocks add foreign key (chain) references wallet_rails(chain);
grant delete, insert, update on wallet_blocks to parley_chain;
grant select on wallet_blocks to parley_chain, parley_web, parley_worker;

create table deposits (
  id bigint generated always as identity not null,
  hash text not null,
  chain text not null,
  txid text not null,
  -- The output of a bitcoin transaction; the how-manieth transfer of an Ethereum one; -1 for its own ether.
  output_index int not null,
  currency text not null,
  address_id bigint not null,
  -- As the chain counts: satoshi, wei, micro-USDT; and in the ledger's units, rounded down.
  chain_units numeric(78,0) not null,
  units bigint not null,
  -- incoming: seen. credited: posted. gone: neither in a block nor waiting. quarantined: the chain contradicts itself.
  status text not null,
  block_height int,
  block_hash text,
  is_coinbase boolean not null default false,
  -- How often it was credited; the number is part of the journal's subject.
  round int not null default 0,
  -- Of the last credit: what the house had lost to an earlier reversal and took back first.
  repaid_units bigint not null default 0,
  first_seen_at timestamptz not null,
  credited_at timestamptz,
  fault text,
  primary key (id),
  constraint deposits_chain_txid_output_index_key unique (chain, txid, output_index),
  constraint deposits_hash_key unique (hash),
  constraint deposits_chain_units_check check (chain_units > (0)::numeric),
  constraint deposits_check check ((block_height is null) = (block_hash is null)),
  constraint deposits_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint deposits_status_check check (status in ('incoming', 'credited', 'gone', 'quarantined')),
  constraint deposits_units_check check (units >= 0)
);
alter table deposits add foreign key (address_id) references wallet_addresses(id);
alter table deposits add foreign key (chain) references wallet_rails(chain);
create index deposits_by_block on deposits (chain, block_height);
-- Of an address that was paid for years, what is on its way.
create index deposits_incoming on deposits (address_id) where status = 'incoming';
create index deposits_of_address on deposits (address_id, id desc);
create index deposits_open on deposits (chain, status) where status in ('incoming', 'quarantined');
create trigger deposits_are_credited_once before update of status on deposits for each row when ((old.status is distinct from new.status) and (('credited' = old.status) or ('credited' = new.status))) execute function deposits_are_credited_once();
create trigger deposits_begin_uncredited before insert on deposits for each row when (new.status = 'credited') execute function deposits_are_credited_once();
grant insert, update (status, block_height, block_hash, fault) on deposits to parley_chain;
grant select on deposits to parley_chain, parley_signer, parley_web, parley_worker;

-- Bitcoin outputs that are ours, and what spends them.
create table coins (
  txid text not null,
  output_index int not null,
  address_id bigint not null,
  units bigint not null,
  is_coinbase boolean not null,
  -- Null while it is in no block.
  block_height int,
  spent_txid text,
  spent_height int,
  -- The payment that it is reserved for.
  payment_id bigint,
  primary key (txid, output_index),
  constraint coins_units_check check (units > 0)
);
alter table coins add foreign key (address_id) references wallet_addresses(id);
create index coins_by_block on coins (block_height);
create index coins_by_spend on coins (spent_txid) where spent_txid is not null;
create index coins_by_spent_height on coins (spent_height) where spent_height is not null;
create index coins_free on coins (units desc) where payment_id is null and spent_txid is null and block_height is not null;
create index coins_of_payment on coins (payment_id);
create index coins_spent_in_no_block on coins (txid) where spent_txid is not null and spent_height is null;
create index coins_unspent on coins (txid) where spent_txid is null;
grant insert, update on coins to parley_chain;
grant select on coins to parley_chain, parley_signer, parley_web, parley_worker;

-- What is finer than the ledger's unit, in the chain's, until it makes whole units.
create table wallet_dust (
  currency text not null,
  chain_units numeric(78,0) not null,
  primary key (currency)
);
grant insert, update on wallet_dust to parley_chain;
grant select on wallet_dust to parley_chain, parley_web, parley_worker;

-- A user who spent a deposit that the chain later reversed; withdrawals wait for a review by staff.
create table wallet_holds (
  id bigint generated always as identity not null,
  user_id bigint not null,
  currency text not null,
  -- What the house paid for it and has not got back.
  owed_units bigint not null,
  deposit_id bigint not null,
  reason text not null,
  since timestamptz not null,
  lifted_at timestamptz,
  primary key (id),
  constraint wallet_holds_deposit_id_key unique (deposit_id),
  constraint wallet_holds_owed_units_check check (owed_units >= 0)
);
alter table wallet_holds add foreign key (deposit_id) references deposits(id);
create index wallet_holds_standing on wallet_holds (user_id) where lifted_at is null;
grant insert, update on wallet_holds to parley_chain;
grant select (user_id, lifted_at) on wallet_holds to parley_chain, parley_signer;
grant select on wallet_holds to parley_chain, parley_web, parley_worker;

create table send_outs (
  id bigint generated always as identity not null,
  hash text not null,
  quote_id bigint not null,
  user_id bigint not null,
  currency text not null,
  destination text not null,
  units bigint not null,
  fee_units bigint not null,
  usd_value numeric not null,
  status text not null,
  reason text,
  created_at timestamptz not null,
  -- Not before: a restricted account's money leaves a day later.
  due_at timestamptz not null,
  ended_at timestamptz,
  -- It is due, what is hot does not cover it, and what is cold does.
  awaits_refill boolean not null default false,
  primary key (id),
  constraint send_outs_hash_key unique (hash),
  constraint send_outs_quote_id_key unique (quote_id),
  constraint send_outs_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint send_outs_fee_units_check check (fee_units > 0),
  constraint send_outs_status_check check (status in ('pending', 'broadcast', 'confirming', 'completed', 'failed', 'cancelled')),
  constraint send_outs_units_check check (units > 0)
);
create index send_outs_of_user on send_outs (user_id, id desc);
create index send_outs_open on send_outs (id) where status in ('pending', 'broadcast', 'confirming');
create trigger send_outs_keep_terms before update on send_outs for each row execute function send_outs_keep_terms();
grant update (status, reason, ended_at, awaits_refill) on send_outs to parley_chain;
grant select on send_outs to parley_chain, parley_signer, parley_web, parley_worker;

create table chain_payments (
  id bigint generated always as identity not null,
  chain text not null,
  currency text not null,
  purpose text not null,
  -- The send-out's hash; a hash of its own for the others.
  subject text not null,
  plan jsonb not null,
  status text not null,
  from_address text,
  nonce int,
  raw_hex text,
  txid text,
  -- Both in the chain's units: what a node said it cost, and what leaves us beside it.
  fee_paid numeric(78,0),
  block_height int,
  block_hash text,
  tries int not null default 0,
  tried_at timestamptz,
  accepted_at timestamptz,
  conflict_txid text,
  conflict_height int,
  fault text,
  created_at timestamptz not null,
  stuck_kind text,
  stuck_since_height int,
  stuck_why text,
  outcome text,
  -- Set before the request to the signer, and cleared with its answer. It expires, so a dead process blocks no payment for ever.
  asked_at timestamptz,
  primary key (id),
  constraint chain_payments_from_address_nonce_key unique (from_address, nonce),
  constraint chain_payments_purpose_subject_key unique (purpose, subject),
  constraint chain_payments_txid_key unique (txid),
  constraint chain_payments_bytes_whole check (((status in ('pending', 'cancelled')) or (not (outcome is distinct from 'refused'))) = (raw_hex is null)),
  constraint chain_payments_check1 check ((raw_hex is null) = (txid is null)),
  constraint chain_payments_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint chain_payments_outcome_check check (outcome in ('refused', 'reverted', 'conflicted')),
  constraint chain_payments_outcome_whole check ((status = 'failed') = (outcome is not null)),
  constraint chain_payments_purpose_check check (purpose in ('send_out', 'sweep', 'gas', 'cold')),
  constraint chain_payments_status_check check (status in ('pending', 'broadcast', 'confirming', 'completed', 'failed', 'cancelled')),
  constraint chain_payments_stuck_kind_check check (stuck_kind in ('lost', 'unclear')),
  constraint chain_payments_stuck_whole check ((stuck_kind is null) = (stuck_since_height is null))
);
alter table chain_payments add foreign key (chain) references wallet_rails(chain);
-- Settled payments that a deep reorganisation took out of their block: their bytes are shown again.
create index chain_payments_loosened on chain_payments (chain, id) where status = 'completed' and block_height is null;
create index chain_payments_open on chain_payments (chain, id) where status in ('pending', 'broadcast', 'confirming');
create trigger chain_payments_keep_bytes before update on chain_payments for each row execute function chain_payments_keep_bytes();
grant insert, update on chain_payments to parley_chain;
grant select on chain_payments to parley_chain, parley_web, parley_worker;

create table payment_moves (
  id bigint generated always as identity not null,
  payment_id bigint not null,
  verb text not null,
  status text not null,
  at timestamptz not null,
  primary key (id)
);
alter table payment_moves add foreign key (payment_id) references chain_payments(id);
create index payment_moves_of_payment on payment_moves (payment_id, id);
grant insert on payment_moves to parley_chain;
grant select on payment_moves to parley_chain, parley_web, parley_worker;

-- Whole ledger units on our Ethereum addresses at a finalized block, read from the node.
create table chain_assets (
  currency text not null,
  units bigint not null,
  height int not null,
  at timestamptz not null,
  cold_units bigint not null default 0,
  left_units bigint not null default 0,
  primary key (currency),
  constraint chain_assets_check check (left_units >= 0 and left_units <= units),
  constraint chain_assets_cold_units_check check (cold_units >= 0),
  constraint chain_assets_currency_check check (currency in ('ETH', 'USDT'))
);
grant insert, update on chain_assets to parley_chain;
grant select on chain_assets to parley_chain, parley_web, parley_worker;

-- Outputs of the cold account. None is ever a deposit, and none of our payments spends one.
create table cold_coins (
  txid text not null,
  output_index int not null,
  account text not null,
  branch int not null,
  path_index int not null,
  address text not null,
  units bigint not null,
  -- Null while it is in no block.
  block_height int,
  spent_txid text,
  spent_height int,
  primary key (txid, output_index),
  constraint cold_coins_branch_check check (branch in (0, 1)),
  constraint cold_coins_check check ((spent_txid is null) = (spent_height is null)),
  constraint cold_coins_path_index_check check (path_index >= 0),
  constraint cold_coins_units_check check (units > 0)
);
create index cold_coins_by_block on cold_coins (block_height);
create index cold_coins_by_spend on cold_coins (spent_height) where spent_height is not null;
create index cold_coins_unspent on cold_coins (units desc) where spent_txid is null;
grant insert, update on cold_coins to parley_chain;
grant select on cold_coins to parley_chain, parley_signer, parley_worker;

-- What transactions took from the cold account that did not come to us: the network's fee of a refill, or what the
-- operator took for himself. It is the operator's, and is posted when it is final.
create table cold_spends (
  id bigint generated always as identity not null,
  chain text not null,
  txid text not null,
  currency text not null,
  units bigint not null,
  -- Null while it is in no block.
  block_height int,
  posted_at timestamptz,
  primary key (id),
  constraint cold_spends_chain_txid_currency_key unique (chain, txid, currency),
  constraint cold_spends_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint cold_spends_units_check check (units >= 0)
);
alter table cold_spends add foreign key (chain) references wallet_rails(chain);
create index cold_spends_open on cold_spends (chain, id) where posted_at is null;
grant delete, insert, select, update (block_height) on cold_spends to parley_chain;

-- Payments from the cold account to us: what was written for the operator to sign, and what came back signed.
create table cold_refills (
  id bigint generated always as identity not null,
  hash text not null,
  chain text not null,
  currency text not null,
  -- What arrives.
  units bigint not null,
  -- A PSBT in base64, or an unsigned transaction in hex.
  unsigned text not null,
  raw_hex text,
  txid text,
  created_at timestamptz not null,
  signed_at timestamptz,
  tries int not null default 0,
  tried_at timestamptz,
  accepted_at timestamptz,
  fault text,
  primary key (id),
  constraint cold_refills_hash_key unique (hash),
  constraint cold_refills_txid_key unique (txid),
  constraint cold_refills_check check ((raw_hex is null) = (signed_at is null)),
  constraint cold_refills_check1 check ((raw_hex is null) = (txid is null)),
  constraint cold_refills_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint cold_refills_units_check check (units > 0)
);
alter table cold_refills add foreign key (chain) references wallet_rails(chain);
create index cold_refills_signed on cold_refills (chain, id) where raw_hex is not null;
create trigger cold_refills_keep_bytes before update on cold_refills for each row execute function cold_refills_keep_bytes();
grant insert, select, update on cold_refills to parley_chain;

create table cold_arrivals (
  txid text not null,
  currency text not null,
  account text not null,
  units bigint not null,
  -- Null while it is in no block.
  block_height int,
  primary key (txid, currency),
  constraint cold_arrivals_currency_check check (currency in ('ETH', 'USDT')),
  constraint cold_arrivals_units_check check (units > 0)
);
create index cold_arrivals_by_block on cold_arrivals (block_height);
grant insert, select, update (block_height) on cold_arrivals to parley_chain;

alter table coins add foreign key (payment_id) references chain_payments(id);

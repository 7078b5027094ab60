-- Most coins lie where no machine of the market can move them: in an account of the operator's, of which the signer's
-- settings name the public half. What is hot beyond a limit is moved there by payments of a kind of their own; what comes
-- back is paid by the operator, who signs elsewhere. Here is what the chain shows of that account, what left it otherwise,
-- and the refills that were written. None of it makes the signer sign anything. Owned by money/custody.

-- Which account is followed: an extended public key, or an address of Ethereum, as the signer says it.
alter table wallet_rails add column cold_account text;

-- Outputs of the cold account, of which none is ever a deposit or spent by a payment of ours.
create table cold_coins (
  txid         text   not null,
  output_index int    not null,
  account      text   not null,
  branch       int    not null check (branch in (0, 1)),
  path_index   int    not null check (path_index >= 0),
  address      text   not null,
  units        bigint not null check (units > 0),
  -- Null while it is in no block.
  block_height int,
  spent_txid   text,
  spent_height int,
  primary key (txid, output_index),
  check ((spent_txid is null) = (spent_height is null))
);
create index cold_coins_unspent on cold_coins (units desc) where spent_txid is null;
create index cold_coins_by_block on cold_coins (block_height);
create index cold_coins_by_spend on cold_coins (spent_height) where spent_height is not null;

-- What transactions took from the cold account that did not come to us: the network's fee of a refill, or what the
-- operator took for himself. It is the operator's, and is posted when it is final.
create table cold_spends (
  id           bigint      generated always as identity primary key,
  chain        text        not null references wallet_rails,
  txid         text        not null,
  currency     text        not null check (currency in ('BTC', 'ETH', 'USDT')),
  units        bigint      not null check (units >= 0),
  -- Null while it is in no block.
  block_height int,
  posted_at    timestamptz,
  unique (chain, txid, currency)
);
create index cold_spends_open on cold_spends (chain, id) where posted_at is null;

-- Payments from the cold account to us: what was written for the operator to sign, and what came back signed.
create table cold_refills (
  id          bigint      generated always as identity primary key,
  hash        text        not null unique,
  chain       text        not null references wallet_rails,
  currency    text        not null check (currency in ('BTC', 'ETH', 'USDT')),
  -- What arrives.
  units       bigint      not null check (units > 0),
  -- A PSBT in base64, or an unsigned transaction in hex.
  unsigned    text        not null,
  raw_hex     text,
  txid        text        unique,
  created_at  timestamptz not null,
  signed_at   timestamptz,
  tries       int         not null default 0,
  tried_at    timestamptz,
  accepted_at timestamptz,
  fault       text,
  check ((raw_hex is null) = (signed_at is null)),
  check ((raw_hex is null) = (txid is null))
);
create index cold_refills_signed on cold_refills (chain, id) where raw_hex is not null;

create function cold_refills_keep_bytes() returns trigger language plpgsql as $$
begin
  if old.raw_hex is not null and (old.raw_hex, old.txid) is distinct from (new.raw_hex, new.txid) then
    raise exception 'signed bytes are never replaced' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger cold_refills_keep_bytes before update on cold_refills
  for each row execute function cold_refills_keep_bytes();

grant select on cold_coins, cold_spends, cold_refills to parley_chain;
grant insert, update on cold_coins, cold_refills to parley_chain;
grant insert, delete, update (block_height) on cold_spends to parley_chain;
-- Where the signer looks; amounts and addresses it takes from its own node and its own settings.
grant select on cold_coins to parley_signer;
-- The check of the invariants counts what lies there.
grant select on cold_coins to parley_worker;

alter table chain_payments drop constraint chain_payments_purpose_check;
alter table chain_payments add constraint chain_payments_purpose_check
  check (purpose in ('send_out', 'sweep', 'gas', 'cold'));

-- Where bitcoin comes back to: an address of ours that nobody deposits to.
alter table wallet_addresses drop constraint wallet_addresses_purpose_check;
alter table wallet_addresses drop constraint wallet_addresses_check1;
alter table wallet_addresses
  add constraint wallet_addresses_purpose_check check (purpose in ('user', 'house', 'change', 'hot', 'refill')),
  add constraint wallet_addresses_own_branch check ((purpose in ('change', 'hot', 'refill')) = (branch = 1));
create unique index wallet_address_of_refills on wallet_addresses (currency) where purpose = 'refill';

-- It is due, what is hot does not cover it, and what is cold does.
alter table send_outs add column awaits_refill boolean not null default false;
grant update (awaits_refill) on send_outs to parley_chain;

-- What the operator pays to the network: from what it has put aside, else from its own coins; only then it is a loss.
create function post_network_cost(kind text, subject text, currency text, units bigint, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  answer text;
begin
  if coalesce(units, 0) = 0 then return; end if;
  foreach answer in array array['network', 'inventory', 'loss'] loop
    answer := (post_each(array[kind], array[subject], at, array[1],
      array['house:' || currency || ':' || answer], array['outside:' || currency || ':chain'], array[units]))[1];
    exit when answer <> 'insufficient';
  end loop;
  if answer <> 'posted' then
    raise exception '% of % was posted before', kind, subject using errcode = 'unique_violation';
  end if;
end $$;

create or replace function post_gas(payment chain_payments, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if payment.currency = 'BTC' then
    perform post_network_cost('network_cost', payment.purpose || ':' || payment.subject, 'BTC',
      ceil(payment.fee_paid)::bigint, at);
  else
    perform post_network_cost('gas_cost', payment.purpose || ':' || payment.subject, 'ETH',
      ceil(payment.fee_paid / 1000000000)::bigint, at);
  end if;
end $$;

-- As before, and what a move to the cold account costs is the operator's in bitcoin too.
create or replace function post_payment_ends(ids bigint[], at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  payment   chain_payments;
  sending   send_outs;
  held      text;
  chain     text;
  fees      text;
  network   bigint;
begin
  perform assert_now(at);
  for payment in
    select found.* from chain_payments found where found.id = any (ids) order by found.id for update
  loop
    if payment.status not in ('completed', 'failed') then
      raise exception 'the payment % has not ended', payment.id using errcode = 'check_violation';
    end if;
    -- The operator's, where what is sent is a token or stays ours.
    if payment.currency = 'USDT' or payment.purpose <> 'send_out' then
      perform post_gas(payment, at);
      network := 0;
    else
      network := coalesce(ceil(payment.fee_paid / case payment.currency when 'ETH' then 1000000000 else 1 end), 0);
    end if;
    continue when payment.purpose <> 'send_out';

    select found.* into strict sending from send_outs found where found.hash = payment.subject for update;
    if sending.status <> payment.status or sending.currency <> payment.currency then
      raise exception 'the send-out % did not go its payment''s way', sending.hash using errcode = 'check_violation';
    end if;
    if network > sending.fee_units then
      raise exception 'the network took more than the fee of %', sending.hash using errcode = 'check_violation';
    end if;
    held := held_account(sending.user_id, sending.currency);
    chain := 'outside:' || sending.currency || ':chain';
    fees := 'house:' || sending.currency || ':fees';
    if exists (
      select
      from journals journal
      where journal.subject = sending.hash and journal.kind in ('send_out_settle', 'send_out_fee', 'send_out_return')
    ) then
      raise exception 'the send-out % left or came back before', sending.hash using errcode = 'unique_violation';
    end if;
    if payment.status = 'completed' then
      perform post_one('send_out_settle', sending.hash, at, array[held, held], array[chain, fees],
        array[sending.units + network, sending.fee_units - network]);
    elsif payment.outcome = 'reverted' then
      perform post_one('send_out_fee', sending.hash, at, array[held, held], array[chain, fees],
        array[network, sending.fee_units - network]);
      perform post_one('send_out_return', sending.hash, at, array[held],
        array[available_account(sending.user_id, sending.currency)], array[sending.units]);
    else
      perform post_one('send_out_return', sending.hash, at, array[held],
        array[available_account(sending.user_id, sending.currency)], array[sending.units + sending.fee_units]);
    end if;
  end loop;
end $$;

-- Posts what left the cold account and did not come to us, once, where its block was read.
create function post_cold_spends(ids bigint[], at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  spend cold_spends;
begin
  perform assert_now(at);
  for spend in
    update cold_spends
    set posted_at = post_cold_spends.at
    from wallet_rails rail
    where cold_spends.id = any (ids) and cold_spends.posted_at is null
      and rail.chain = cold_spends.chain and cold_spends.block_height <= rail.scanned_height
    returning cold_spends.*
  loop
    perform post_network_cost('cold_spend', spend.txid || ':' || spend.currency, spend.currency, spend.units, at);
  end loop;
end $$;

revoke all on function post_network_cost(text, text, text, bigint, timestamptz), post_cold_spends(bigint[], timestamptz)
from public;
grant execute on function post_cold_spends(bigint[], timestamptz) to parley_chain;

-- Signed bytes that the chain cannot take, for instance because a reorganisation removed the transaction that made one
-- of their coins: since which block, and whether that is proven. What is proven is given back when it is deep enough;
-- what is not stops money out of that chain. Owned by products/wallet.

alter table chain_payments
  add column stuck_kind text check (stuck_kind in ('lost', 'unclear')),
  add column stuck_since_height int,
  add column stuck_why text,
  add constraint chain_payments_stuck_whole check ((stuck_kind is null) = (stuck_since_height is null));

-- Settled payments that a deep reorganisation took out of their block: their bytes are shown again.
create index chain_payments_loosened on chain_payments (chain, id) where status = 'final' and block_height is null;

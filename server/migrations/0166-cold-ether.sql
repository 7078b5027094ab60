-- Ether and tokens of the cold account: what it has at the last finalized block that was measured, written together with
-- what is hot then, and the number that its next transaction has. Owned by money/custody.

alter table chain_assets add column cold_units bigint not null default 0 check (cold_units >= 0);
alter table wallet_rails add column cold_nonce int;

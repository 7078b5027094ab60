-- Owned by products/spot. The replay of a market begins at a whole snapshot that was verified, not at the first command, and older commands go.
-- A trading session is for the markets that its user chose; those of before were for all.
alter table spot_snapshots add column book jsonb;
alter table spot_snapshots add column verified_at timestamptz;
alter table spot_snapshots add constraint spot_snapshots_verified_check check (verified_at is null or book is not null);
create index spot_snapshots_whole on spot_snapshots (market, seq desc) where book is not null;
alter table spot_sessions add column markets text[] not null default '{BTC-USDT,ETH-USDT,ETH-BTC}';
alter table spot_sessions alter column markets drop default;
alter table spot_sessions add constraint spot_sessions_markets_check check (cardinality(markets) > 0);

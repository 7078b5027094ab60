-- A moderator may divide the escrow between the sides: what the buyer gets stands with the trade, which becomes the side's that
-- has the larger share. The functions that move trades do it from 0240 on. Owned by market/trades and market/disputes.

-- What the buyer got of `units` by a division; null where all went one way. Halves are the seller's. By its status only a
-- trade that is awarded has a share, and one that has been stays as it is.
alter table trades add column buyer_share_units bigint;
alter table trades add constraint trades_share_is_of_its_winner check (
  buyer_share_units is null
  or (buyer_share_units > 0 and buyer_share_units < units
    and status = case when buyer_share_units > units - buyer_share_units then 'dispute_won_buyer' else 'dispute_won_seller' end));
create index trades_divided on trades (id) where buyer_share_units is not null;

-- What a first moderator proposed where a second one has to say the same.
alter table disputes add column proposed_share_units bigint check (proposed_share_units > 0);

-- The fee of a share, rounded up to a whole unit: as divideEscrow of contract/award-shares.ts, and a test compares.
create function fee_of_share(units bigint, fee_units bigint, share_units bigint) returns bigint
language sql immutable as $$
  select div(fee_units::numeric * share_units + units - 1, units)::bigint
$$;
revoke all on function fee_of_share from public;
-- For the check that what was paid is what the row says.
grant execute on function fee_of_share to parley_web, parley_worker;

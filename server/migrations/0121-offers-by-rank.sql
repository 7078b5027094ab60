-- The listing in its default order gives every trader a turn of two within forty offers, so it asks forty for their
-- owners: the index has them beside the rank, and the offers themselves are read for the page only. Owned by market/offers.

drop index offers_by_rank;
create index offers_by_rank on offers (side, crypto, fiat, rank desc, id)
  include (min_units, max_units, method_id, owner_id) where active;
drop index offers_by_rank_of_method;
create index offers_by_rank_of_method on offers (side, crypto, fiat, method_id, rank desc, id)
  include (min_units, max_units, owner_id) where active;

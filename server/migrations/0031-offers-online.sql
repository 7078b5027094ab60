-- Most visitors who filter ask for owners who are there now; a tenth of the offers. With their own index the rarer
-- filters on top of it look at few rows. Owned by market/offers.

create index offers_online on offers (side, crypto, fiat, rank desc, id)
  include (method_id) where active and owner_online;

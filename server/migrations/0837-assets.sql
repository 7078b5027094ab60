-- Metals stood among goods, with the number of another group: 43 is that of services and assets, where they are now. Services had the
-- number of goods. What their offers say of the fee is judged anew. Owned by market/offers.
update method_fees set class = 'services' where method_id in (668, 669, 670, 671);
update offers set method_group = 'services', fee_bp = 0 where method_id in (668, 669, 670, 671);

-- Names of payers that are close to the user's, which staff decide about. Owned by products/ramps.
alter table ramp_orders drop constraint ramp_orders_payer_check;
alter table ramp_orders add constraint ramp_orders_payer_check check ((payer_match is null) = (received_at is null) and payer_match in ('same', 'close', 'other', 'unknown'));

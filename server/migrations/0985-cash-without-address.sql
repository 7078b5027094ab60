-- Trades by cash in person and by mail above this many dollars are started only with a verified identity and address.
-- Owned by market/trades.

insert into setting_rules (name, shape, initial, takes_two)
values ('limits.cash_without_address_usd', '{"type":"integer","minimum":0,"maximum":1000000}', '50', true);

-- What a statement changed of trades is joined with what they were: after an outage all that have a window, where going through
-- one side for each row of the other would take longer than a statement may. Owned by market/trades.
alter function count_trades() set enable_hashjoin = on;
alter function count_trades() set enable_nestloop = off;

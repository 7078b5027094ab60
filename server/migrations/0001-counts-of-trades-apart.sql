-- What was one function for new trades, timers and counts is three, so that each can be read. Owned by market/trades.
drop trigger trades_counted_new on trades;
create trigger trades_counted_new after insert on trades referencing new table as added for each statement execute function count_new_trades();
create trigger trades_timed_change after update on trades referencing old table as removed new table as added for each statement execute function time_trades();

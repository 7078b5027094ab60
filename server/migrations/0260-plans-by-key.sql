-- Accounts were read from end to end at each posting, and counted trades at each end, in connections whose plans were made while
-- there were few: a list was joined by merging or hashing all that is there. What a list names is looked up by key, whatever
-- the tables' size was. Owned by money/ledger, market/trades and people/reputation.
alter function post_each(text[], text[], timestamptz, int[], text[], text[], bigint[]) set enable_hashjoin = off;
alter function post_each(text[], text[], timestamptz, int[], text[], text[], bigint[]) set enable_mergejoin = off;
alter function open_trades(jsonb, int, timestamptz) set enable_hashjoin = off;
alter function open_trades(jsonb, int, timestamptz) set enable_mergejoin = off;
alter function count_endings(bigint[]) set enable_seqscan = off;
alter function count_endings(bigint[]) set enable_hashjoin = off;
alter function count_endings(bigint[]) set enable_mergejoin = off;
alter function count_endings(bigint[]) set plan_cache_mode = force_generic_plan;

-- An event that failed was tried again with the next batch, a fifth of a second later, until it had failed eight times: what
-- is away for a minute was put aside within two seconds. It waits now, four times longer after each time, and what follows
-- it of the same subject waits with it. By the machine's clock: the market's may be moved. Owned by platform.

alter table events add column retry_at timestamptz;
create index events_tried_later on events (retry_at) where dispatched_at is null and attempts between 1 and 7;
grant update (retry_at) on events to parley_worker;

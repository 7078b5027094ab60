-- Unlisted offers may be in the silent pool, where verified traders find them. Owned by market/offers.
alter table offers add column in_silent_pool boolean not null default false;
alter table offers add constraint offers_pool_is_silent check (is_silent or (not in_silent_pool));
create index offers_in_pool on offers (side, crypto, rank desc, id) where in_silent_pool and is_on and deleted_at is null;
grant insert (in_silent_pool), update (in_silent_pool) on offers to parley_web, parley_worker;

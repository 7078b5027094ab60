-- When trades were missed that still count against an offer, in place of how many: trades are told side by side, and one that was
-- served between two that were missed may be told after both. Owned by market/offers.
alter table offers add column missed_at timestamptz[] not null default '{}';
update offers set missed_at = array_fill(updated_at, array[lost_in_row]) where lost_in_row > 0;
alter table offers drop column lost_in_row;
grant insert (missed_at), update (missed_at) on offers to parley_web, parley_worker;

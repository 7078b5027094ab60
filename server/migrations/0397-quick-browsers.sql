-- Ten addresses that take a connection and say nothing held everybody's pushes up, ten seconds a batch. Browsers that have answered
-- in time go by themselves; those that have not, and new ones, wait for one another alone. Owned by outward/notifications.

alter table push_devices add column is_quick boolean not null default false;
grant update (is_quick) on push_devices to parley_worker;

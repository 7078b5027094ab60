-- A robot keeps one session, whose proof is made fresh before a release. It was found by its user agent; now the demo
-- remembers which it is. Owned by demo.

alter table demo_robots add column session_id bigint references sessions;
grant update (session_id) on demo_robots to parley_app;

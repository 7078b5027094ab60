-- Kept answers and live messages are two thirds of the log of a trade; packed they are a tenth of that. Owned by platform.
alter table idempotency_keys alter column answer drop not null;
alter table idempotency_keys add column packed bytea storage external;
alter table idempotency_keys add constraint idempotency_keys_check check ((answer is null) <> (packed is null));
alter table live_messages alter column body drop not null;
alter table live_messages add column packed bytea storage external;
alter table live_messages add constraint live_messages_check check ((body is null) <> (packed is null));
grant insert (packed) on idempotency_keys to parley_web;

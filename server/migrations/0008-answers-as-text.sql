-- Kept answers are the text that was sent: nobody asks inside them, and taking them apart and compressing them cost
-- more than all the other statements of a group. Up to a page they stay in the row. Owned by the platform.
alter table idempotency_keys alter column answer type text using answer::text;
alter table idempotency_keys alter column answer set storage external;
alter table idempotency_keys set (toast_tuple_target = 8160);

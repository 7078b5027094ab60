-- A live message is written once and sent as it was written: nothing asks the database what is in it. As `jsonb` each was taken
-- apart to be kept and put together again for each process that sends it. Owned by platform.

alter table live_messages alter column body type text using body::text;

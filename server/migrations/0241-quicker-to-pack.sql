-- Live messages and kept answers are texts of some kilobytes that are written much and read little: what packs them quickly
-- is worth more than what packs them small. Where PostgreSQL was built without it they stay as they are. Owned by platform.

do $$
begin
  alter table live_messages alter column body set compression lz4;
  alter table idempotency_keys alter column answer set compression lz4;
exception when feature_not_supported then null;
end $$;

-- What a process says the time is may differ from the market's by what a transaction takes, and no more: it becomes the
-- time of journals and of deadlines.
create or replace function assert_now(at timestamp with time zone) returns void
language plpgsql stable set search_path = public, pg_temp as $$
begin
  if at is null or abs(extract(epoch from at - market_now())) > 60 then
    raise exception 'this is not the market''s time: %', at using errcode = 'check_violation';
  end if;
end $$;
revoke all on function assert_now(timestamp with time zone) from public;

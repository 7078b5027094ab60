-- Keeps the digest of a book as the settled commands left it, for the process that matches the market; and the whole book, as the orders say, when
-- the last whole one is a day or 50,000 commands old.
create or replace function note_spot_snapshot(market text, epoch bigint, seq bigint, digest text, at timestamp with time zone) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_now(at);
  insert into spot_snapshots (market, seq, digest, at, book)
  select progress.market, note_spot_snapshot.seq, note_spot_snapshot.digest, note_spot_snapshot.at,
         case
           when exists (
             select from spot_snapshots whole
             where whole.market = progress.market and whole.book is not null and whole.seq > note_spot_snapshot.seq - 50000
               and whole.at > note_spot_snapshot.at - interval '1 day') then null
           else whole_spot_book(progress)
         end
  from spot_progress progress
  where progress.market = note_spot_snapshot.market and progress.epoch = note_spot_snapshot.epoch
    and progress.applied_seq = note_spot_snapshot.seq
  on conflict on constraint spot_snapshots_pkey do nothing;
end $$;
revoke all on function note_spot_snapshot(text,bigint,bigint,text,timestamp with time zone) from public;
grant execute on function note_spot_snapshot(text,bigint,bigint,text,timestamp with time zone) to parley_market;

-- Marks announcements that began or ended since; the statement invalidates cached pages.
create or replace function note_announcements(at timestamp with time zone) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_now(at);
  if exists (
    select
    from announcements due
    where due.gone_at is null and (due.ends_at <= at or (due.began_at is null and due.starts_at <= at))
  ) then
    update announcements due
    set began_at = coalesce(due.began_at, case when due.starts_at <= at then at end), gone_at = case when due.ends_at <= at then at end
    where due.gone_at is null and (due.ends_at <= at or due.starts_at <= at);
  end if;
end $$;
revoke all on function note_announcements(timestamp with time zone) from public;
grant execute on function note_announcements(timestamp with time zone) to parley_worker;

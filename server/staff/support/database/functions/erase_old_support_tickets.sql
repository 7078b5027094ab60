create or replace function erase_old_support_tickets(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  old bigint[] := array(
    select id
    from support_tickets
    where status = 'closed' and closed_at < kept_since('support.keep_days', 730, 'days')
    order by closed_at
    limit most);
begin
  perform erase_support_tickets(old);
  return cardinality(old);
end $$;
revoke all on function erase_old_support_tickets(integer) from public;

-- Quotes that nobody took, after a month. Returns how many were looked at.
create or replace function erase_old_send_out_quotes(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  seen bigint[] := array(
    select old.id from (
      select one.id, one.created_at from send_out_quotes one
      where one.id > (select last_id from retention_marks where what = 'send_out_quotes')
      order by one.id
      limit most) as old
    where old.created_at < market_now() - interval '30 days');
begin
  delete from send_out_quotes quote
  where quote.id = any (seen) and not exists (select from send_outs taken where taken.quote_id = quote.id);
  update retention_marks
  set last_id = greatest(last_id, coalesce((select max(one) from unnest(seen) as one), 0))
  where what = 'send_out_quotes';
  return cardinality(seen);
end $$;
revoke all on function erase_old_send_out_quotes(integer) from public;

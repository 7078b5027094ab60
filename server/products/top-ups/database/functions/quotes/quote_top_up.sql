-- Prices a top-up for a user and keeps it for some seconds. `amount` is that of a range, null of a fixed sum. The outcome: see
-- keep_top_up_quote; unknown also where it is not sold to this number's country.
create or replace function quote_top_up(hash text, user_id bigint, product_id bigint, amount bigint, currency text, lookup text, at timestamp with time zone) returns TABLE(outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  asked top_up_lookups;
begin
  perform assert_now(at);
  select known.* into asked
  from top_up_lookups known
  where known.hash = lookup and known.user_id = quote_top_up.user_id and known.asked_at > at - interval '1 hour';
  outcome := keep_top_up_quote(hash, user_id, product_id, amount, currency, asked.provider, asked.country, asked.phone_sealed, asked.phone_index, at);
  return next;
end $$;
revoke all on function quote_top_up(text,bigint,bigint,bigint,text,text,timestamp with time zone) from public;
grant execute on function quote_top_up(text,bigint,bigint,bigint,text,text,timestamp with time zone) to parley_web;

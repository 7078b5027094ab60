-- The same as an order of this user, each month from the next such day on. The outcome: created, unknown, too_many.
create or replace function create_top_up_rule(hash text, user_id bigint, order_hash text, day integer, most_cents bigint, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  same record;
begin
  perform assert_now(at);
  perform assert_may_act_for(array[user_id]);
  perform pg_advisory_xact_lock(7265055, hashtext(user_id::text));
  select topped.*, made.currency, quote.got_units, product.least_units into same
  from provider_orders made
  join top_ups topped on topped.quote_id = made.quote_id
  join product_quotes quote on quote.id = made.quote_id
  join top_up_products product on product.id = topped.product_id
  where made.hash = order_hash and made.user_id = create_top_up_rule.user_id;
  if same.quote_id is null then return 'unknown'; end if;
  if (select count(*) from top_up_rules rule where rule.user_id = create_top_up_rule.user_id and rule.status <> 'ended') >= 20 then return 'too_many'; end if;
  insert into top_up_rules (hash, user_id, product_id, units, phone_sealed, phone_index, currency, most_cents, day, next_at, created_at)
  values (hash, user_id, same.product_id, case when same.least_units is null then null else same.got_units end, same.phone_sealed, same.phone_index,
    same.currency, most_cents, day, next_top_up_at(day, at), at);
  return 'created';
end $$;
revoke all on function create_top_up_rule(text,bigint,text,integer,bigint,timestamp with time zone) from public;
grant execute on function create_top_up_rule(text,bigint,text,integer,bigint,timestamp with time zone) to parley_web;

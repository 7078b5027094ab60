-- Takes a quote, once: pays another user's invoice at once, or reserves what it can cost at most for the Lightning process. The invoice's row is locked
-- first, so that one invoice is paid once from inside. Outcomes: reserved, inside; unknown, taken, unproved, insufficient, paid, in_flight and those of
-- lightning_obstacle.
create or replace function pay_lightning(quote_hash text, user_id bigint, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  quote  product_quotes;
  asked  ln_quotes;
  inside ln_invoices;
  kept   text;
  own    constant text := available_account(user_id, 'BTC');
begin
  perform assert_now(at);
  perform from users person where person.id = user_id for no key update;
  select wanted.* into quote
  from product_quotes wanted
  where wanted.hash = quote_hash and wanted.user_id = pay_lightning.user_id and wanted.product = 'lightning'
  for update;
  if quote.id is null then return 'unknown'; end if;
  select wanted.* into asked from ln_quotes wanted where wanted.quote_id = quote.id;
  -- That of a withdrawal, whose invoice is not known yet.
  if asked.quote_id is null then return 'unknown'; end if;
  -- Of one hash one at a time.
  perform pg_advisory_xact_lock(7265054, hashtext(asked.payment_hash));
  select one.* into inside from ln_invoices one where one.payment_hash = asked.payment_hash for update;
  kept := case
    when exists (select from ln_payments taken where taken.quote_id = quote.id) then 'taken'
    when inside.status in ('settled', 'paid_inside') then 'paid'
    when exists (select from ln_payments taken where taken.payment_hash = asked.payment_hash and taken.status <> 'failed') then 'in_flight'
    else coalesce(
      lightning_obstacle(quote, inside.id is not null, at),
      case when not exists (
        select from spend_proofs(array['provider_order:' || quote.hash], array[quote.user_id])) then 'unproved' end)
    end;
  if kept is not null then return kept; end if;
  if inside.id is not null then
    if (post_each(array['ln_internal'], array[asked.payment_hash], at, array[1], array[own],
      array[available_account(inside.user_id, 'BTC')], array[quote.got_units]))[1] <> 'posted' then
      return 'insufficient';
    end if;
    update ln_invoices one set status = 'paid_inside', paid_msat = asked.msat, settled_at = at where one.id = inside.id;
    insert into ln_payments (quote_id, user_id, payment_hash, status, created_at, ended_at)
    values (quote.id, user_id, asked.payment_hash, 'inside', at, at);
    return 'inside';
  end if;
  if (post_each(array['ln_reserve'], array[quote.hash], at, array[1], array[own],
    array['user:' || user_id || ':BTC:lightning'], array[quote.units]))[1] <> 'posted' then
    return 'insufficient';
  end if;
  insert into ln_payments (quote_id, user_id, payment_hash, status, created_at)
  values (quote.id, user_id, asked.payment_hash, 'reserved', at);
  return 'reserved';
end $$;
revoke all on function pay_lightning(text,bigint,timestamp with time zone) from public;
grant execute on function pay_lightning(text,bigint,timestamp with time zone) to parley_web;

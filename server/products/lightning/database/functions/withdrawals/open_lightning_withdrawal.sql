-- Takes the quote of a withdrawal, once: sets aside what it can cost at most, for the wallet that shows this k1 in time. Outcomes: opened; unknown, taken, waiting
-- where the user has another one open, unproved, insufficient and those of lightning_obstacle.
create or replace function open_lightning_withdrawal(quote_hash text, user_id bigint, k1 text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  quote product_quotes;
  kept  text;
begin
  perform assert_now(at);
  perform from users person where person.id = user_id for no key update;
  select wanted.* into quote
  from product_quotes wanted
  where wanted.hash = quote_hash and wanted.user_id = open_lightning_withdrawal.user_id and wanted.product = 'lightning'
    and not exists (select from ln_quotes payment where payment.quote_id = wanted.id and not exists (
      select from ln_withdrawals given where given.quote_id = wanted.id))
  for update;
  kept := case
    when quote.id is null then 'unknown'
    when exists (select from ln_withdrawals given where given.quote_id = quote.id) then 'taken'
    when exists (
      select from ln_withdrawals given
      where given.user_id = open_lightning_withdrawal.user_id and given.status = 'open') then 'waiting'
    else coalesce(
      lightning_obstacle(quote, false, at),
      case when not exists (
        select from spend_proofs(array['provider_order:' || quote.hash], array[quote.user_id])) then 'unproved' end)
    end;
  if kept is not null then return kept; end if;
  if (post_each(array['ln_reserve'], array[quote.hash], at, array[1], array[available_account(user_id, 'BTC')],
    array['user:' || user_id || ':BTC:lightning'], array[quote.units]))[1] <> 'posted' then
    return 'insufficient';
  end if;
  insert into ln_withdrawals (quote_id, user_id, k1, created_at, expires_at)
  values (quote.id, user_id, k1, at, at + make_interval(secs => (setting_value('lightning.withdraw_sec') #>> '{}')::int));
  return 'opened';
end $$;
revoke all on function open_lightning_withdrawal(text,bigint,text,timestamp with time zone) from public;
grant execute on function open_lightning_withdrawal(text,bigint,text,timestamp with time zone) to parley_web;

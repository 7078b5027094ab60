-- A transfer of two dollars made its address known at once, and the same address then took any sum. An address is known a day after
-- the first transfer to it was finished, or once one that itself waited has left. Until then small transfers to addresses that are
-- not known count together, so that many of them are no large one. The signer decides by the same rule over its own journal.
-- Owned by products/wallet.

-- The addresses that this user has sent this coin to: whether each is known, and what of the rest left without a wait.
create function used_addresses(owner bigint, coin text, wait interval)
returns table (destination text, is_known boolean, quick_usd numeric)
language sql volatile set search_path = public, pg_temp as $$
  select sending.destination,
    bool_or(case
      when sending.status in ('broadcast', 'confirming', 'completed')
        then sending.due_at - sending.created_at >= wait
          or coalesce(sending.status = 'completed' and sending.ended_at <= market_now() - wait, false)
      else false
    end),
    coalesce(sum(sending.usd_value) filter (
      where sending.due_at - sending.created_at < wait
        and coalesce(sending.ended_at > market_now() - wait, true)), 0)
  from send_outs sending
  where sending.user_id = owner and sending.currency = coin and sending.status <> 'cancelled'
  group by sending.destination
$$;

-- As before (0152), but an address has to have its age, and small sums count together.
create or replace function wait_for_address(quote send_out_quotes) returns interval
language plpgsql volatile set search_path = public, pg_temp as $$
declare
  wait      interval := make_interval(
    hours => coalesce((select (value #>> '{}')::int from settings where name = 'wallet.new_address_hours'), 24));
  above_usd numeric := coalesce((select (value #>> '{}')::numeric from settings where name = 'wallet.new_address_usd'), 100);
  worth_usd numeric;
  quick_usd numeric;
  is_known  boolean;
begin
  worth_usd := greatest(quote.usd_value, (
    select (quote.units + quote.fee_units) * price.rate
      / case quote.currency when 'BTC' then 1e8 when 'ETH' then 1e9 else 1e6 end
    from rates price
    where price.crypto = quote.currency and price.fiat = 'USD'));
  select coalesce(bool_or(used.is_known and used.destination = quote.destination), false),
    coalesce(sum(used.quick_usd) filter (where not used.is_known), 0)
  into is_known, quick_usd
  from used_addresses(quote.user_id, quote.currency, wait) used;
  return case when not is_known and worth_usd + quick_usd > above_usd then wait else interval '0' end;
end $$;

revoke all on function used_addresses(bigint, text, interval) from public;
grant execute on function used_addresses(bigint, text, interval) to parley_web;

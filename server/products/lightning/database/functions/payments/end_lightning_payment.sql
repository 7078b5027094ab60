-- The node's definite end of a payment in flight. With a preimage of its hash it is settled: the sum and what the way cost leave, our fee is booked, the
-- rest comes back; the way costs the user no more than the quote said. Without one it failed, and all comes back. The outcome with the owner: settled,
-- failed, known.
create or replace function end_lightning_payment(quote_id bigint, preimage text, network_msat bigint, failure text, at timestamp with time zone)
returns TABLE(outcome text, user_id bigint, units bigint, subject text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  payment ln_payments;
  quote   product_quotes;
  asked   ln_quotes;
  network bigint;
  parts   bigint[];
  held    text;
begin
  perform assert_now(at);
  select one.* into payment from ln_payments one where one.quote_id = end_lightning_payment.quote_id for update;
  select one.* into quote from product_quotes one where one.id = payment.quote_id;
  select one.* into asked from ln_quotes one where one.quote_id = payment.quote_id;
  user_id := payment.user_id;
  subject := quote.hash;
  units := quote.got_units;
  outcome := 'known';
  if payment.status in ('reserved', 'in_flight') then
    held := 'user:' || user_id || ':BTC:lightning';
    if preimage is null then
      perform post_one('ln_return', quote.hash, at, array[held], array[available_account(user_id, 'BTC')], array[quote.units]);
      update ln_payments one set status = 'failed', failure = end_lightning_payment.failure, ended_at = at where one.quote_id = payment.quote_id;
      outcome := 'failed';
    else
      network := least(ceil(network_msat / 1000.0), asked.network_units);
      parts := array[quote.got_units + network, quote.fee_units, quote.units - quote.got_units - network - quote.fee_units];
      if (
        select (post_each(array['ln_settle'], array[quote.hash], at, array_agg(1), array_agg(held),
          array_agg((array['outside:BTC:lightning', 'house:BTC:fees_lightning', available_account(payment.user_id, 'BTC')])[place]), array_agg(parts[place])))[1]
        from generate_subscripts(parts, 1) as place
        where parts[place] > 0) <> 'posted' then
        raise exception 'payment % cannot be settled', quote.hash using errcode = 'check_violation';
      end if;
      update ln_payments one
      set status = 'settled', preimage = end_lightning_payment.preimage, network_units = network, ended_at = at
      where one.quote_id = payment.quote_id;
      outcome := 'settled';
    end if;
  end if;
  return next;
end $$;
revoke all on function end_lightning_payment(bigint,text,bigint,text,timestamp with time zone) from public;
grant execute on function end_lightning_payment(bigint,text,bigint,text,timestamp with time zone) to parley_lightning;

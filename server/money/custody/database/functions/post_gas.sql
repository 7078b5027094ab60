-- Posts gas that the operator pays: first from its reserve, then from its own coins, then as a loss.
create or replace function post_gas(payment chain_payments, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if payment.currency = 'BTC' then
    perform post_network_cost('network_cost', payment.purpose || ':' || payment.subject, 'BTC',
      ceil(payment.fee_paid)::bigint, at);
  else
    perform post_network_cost('gas_cost', payment.purpose || ':' || payment.subject, 'ETH',
      ceil(payment.fee_paid / 1000000000)::bigint, at);
  end if;
end $$;
revoke all on function post_gas(chain_payments,timestamp with time zone) from public;

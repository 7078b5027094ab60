-- Deposits of an accepted statement, and what its lines say of orders. A line names one order, and an order has one line. Of what is
-- delivered as codes a line is no delivery: the provider is asked for them.
create or replace function book_provider_statement(statement bigint, product text, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  line record;
  made provider_orders;
begin
  for line in
    select entry.n, entry.kind, entry.reference, entry.units, book.provider, book.currency
    from provider_statement_lines entry
    join provider_statements book on book.id = entry.statement_id
    where entry.statement_id = statement
    order by entry.n
  loop
    if line.kind = 'deposit' then
      perform post_one('provider_deposit', statement || ':' || line.n, at,
        array[provider_outside(product, line.currency)], array['house:' || line.currency || ':inventory'], array[line.units]);
    elsif line.kind in ('order', 'return') then
      made := null;
      select found.* into made
      from provider_orders found
      where found.external_ref::text = line.reference and found.provider = line.provider and provider_outside(found.product, 'USD') = provider_outside(product, 'USD')
        and not exists (select from provider_statement_lines other where other.order_id = found.id and other.kind = line.kind)
      for update;
      continue when made.id is null;
      update provider_statement_lines set order_id = made.id where statement_id = statement and n = line.n;
      if made.product = 'on_ramp' then
        -- It says neither who paid nor for what: the provider is asked.
        update provider_orders set ask_at = least(ask_at, at), is_watched = is_watched or (ended_at is not null and booked_units = 0 and line.kind = 'order')
        where id = made.id;
      elsif line.kind = 'return' then
        if made.product = 'off_ramp' and made.status = 'settled' and line.units > 0 then perform book_ramp_return(made, line.units, at); end if;
      elsif made.status in ('submitted', 'unknown') and (made.product = 'store' or lacks_top_up_pin(made.quote_id)) then
        update provider_orders set ask_at = least(ask_at, at) where id = made.id;
      elsif made.status in ('submitted', 'unknown') then
        if line.units < 0 and -line.units <= (select quote.cost_units from product_quotes quote where quote.id = made.quote_id) then
          perform settle_provider_order(made, -line.units, 0, 'statement', at);
        else
          update provider_orders
          set status = 'mismatch', case_at = at, case_reason = 'mismatch', version = version + 1
          where id = made.id;
        end if;
      elsif made.status = 'returned' and line.units < 0 then
        update provider_orders set case_at = coalesce(case_at, at), case_reason = coalesce(case_reason, 'contradiction') where id = made.id;
      end if;
    end if;
  end loop;
end $$;
revoke all on function book_provider_statement(bigint,text,timestamp with time zone) from public;

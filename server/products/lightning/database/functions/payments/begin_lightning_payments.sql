-- Marks reserved payments as in flight, before the node is called: from then on only its definite answer ends them. Returns them with what the call needs;
-- none while sending is halted.
create or replace function begin_lightning_payments(most integer, at timestamp with time zone) returns setof ln_quotes
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  if standing_halt(array['money_out', 'lightning_out', 'ledger', 'coin_BTC']) is not null then return; end if;
  return query
    with begun as (
      update ln_payments payment
      set status = 'in_flight', submitted_at = at
      where payment.quote_id in (
        select waiting.quote_id from ln_payments waiting
        where waiting.status = 'reserved'
        order by waiting.created_at
        limit most
        for update skip locked)
      returning payment.quote_id)
    select asked.* from begun join ln_quotes asked on asked.quote_id = begun.quote_id;
end $$;
revoke all on function begin_lightning_payments(integer,timestamp with time zone) from public;
grant execute on function begin_lightning_payments(integer,timestamp with time zone) to parley_lightning;

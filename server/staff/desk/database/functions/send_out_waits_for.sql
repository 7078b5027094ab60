-- Why a pending send-out has not left: the first of these that is so. `next` is taken up at the next look.
create or replace function send_out_waits_for(send_out_id bigint) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  sending send_outs;
  via     text;
begin
  select one.* into sending from send_outs one where one.id = send_out_waits_for.send_out_id;
  via := case sending.currency when 'BTC' then 'bitcoin' else 'ethereum' end;
  return case
    when standing_halt(array['money_out', 'ledger', 'coin_' || sending.currency, via || '_out']) is not null then 'halted'
    when kept_from_leaving(sending.user_id, sending.created_at) = 'on_hold' then 'reversed_deposit'
    when kept_from_leaving(sending.user_id, sending.created_at) is not null then 'restricted'
    when exists (
      select from chain_payments payment where payment.purpose = 'send_out' and payment.subject = sending.hash) then 'signer'
    when sending.due_at > market_now() then case
      when exists (
        select from send_out_holds hold
        where hold.user_id = sending.user_id and hold.ends_at = sending.due_at) then 'recovered'
      when exists (
        select from user_restrictions before
        where before.user_id = sending.user_id and before.since <= sending.created_at
          and coalesce(before.lifted_at > sending.created_at, true)) then 'restricted_wait'
      else 'new_address'
    end
    when sending.awaits_refill then 'refill'
    when not exists (select from wallet_rails rail where rail.chain = via and rail.is_available) then 'network'
    else 'next'
  end;
end $$;
revoke all on function send_out_waits_for(bigint) from public;
grant execute on function send_out_waits_for(bigint) to parley_web;

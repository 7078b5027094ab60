-- A worker has looked at a callback. A verified one has the provider about its order asked at once; its own id counts once. The provider's own
-- id of the order is kept where no answer had it, and no other order has it. The outcome: asked, repeated, nobody where there is no such order of this provider, or what the worker found: unsigned, unreadable.
create or replace function end_provider_message(message bigint, found_it text, own_id text, reference uuid, provider_id text, at timestamp with time zone) returns TABLE(outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  kept provider_messages;
begin
  perform assert_now(at);
  select waiting.* into kept from provider_messages waiting where waiting.id = message and waiting.handled_at is null for update;
  if kept.id is null then return; end if;
  -- Two of one id, in two processes: the second waits here.
  perform pg_advisory_xact_lock(7265051, hashtext(kept.provider || ':' || own_id));
  outcome := case
    when found_it in ('unsigned', 'unreadable') then found_it
    when exists (select from provider_messages other where other.provider = kept.provider and other.message_id = own_id) then 'repeated'
    else 'asked' end;
  if outcome = 'asked' then
    update provider_orders made
    set ask_at = least(made.ask_at, at),
        provider_ref = coalesce(made.provider_ref, case when not exists (
          select from provider_orders other where other.provider = kept.provider and other.provider_ref = provider_id) then left(provider_id, 100) end),
        -- What is said of one that is over may be late money, or a payout that came back.
        is_watched = made.is_watched or (made.ended_at is not null and made.product in ('on_ramp', 'off_ramp'))
    where made.external_ref = reference and made.provider = kept.provider
      -- A call under way answers the same; asking beside it would end it.
      and not exists (select from provider_attempts attempt where attempt.order_id = made.id and attempt.ended_at is null);
    if not exists (select from provider_orders made where made.external_ref = reference and made.provider = kept.provider) then
      outcome := 'nobody';
    end if;
  end if;
  update provider_messages
  set handled_at = at, outcome = end_provider_message.outcome,
      message_id = case when end_provider_message.outcome in ('asked', 'nobody') then own_id end
  where id = message;
  return next;
end $$;
revoke all on function end_provider_message(bigint,text,text,uuid,text,timestamp with time zone) from public;
grant execute on function end_provider_message(bigint,text,text,uuid,text,timestamp with time zone) to parley_worker;

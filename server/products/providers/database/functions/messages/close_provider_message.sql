-- A worker has verified a callback that it books itself; the provider's own id of it counts once. The outcome: asked, repeated, or what the worker found:
-- unsigned, unreadable; null where it was handled before.
create or replace function close_provider_message(message bigint, found_it text, own_id text, at timestamp with time zone) returns text
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  kept   provider_messages;
  answer text;
begin
  select waiting.* into kept from provider_messages waiting where waiting.id = message and waiting.handled_at is null for update;
  if kept.id is null then return null; end if;
  -- Two of one id, in two processes: the second waits here.
  perform pg_advisory_xact_lock(7265051, hashtext(kept.provider || ':' || own_id));
  answer := case
    when found_it in ('unsigned', 'unreadable') then found_it
    when exists (select from provider_messages other where other.provider = kept.provider and other.message_id = own_id) then 'repeated'
    else 'asked' end;
  update provider_messages
  set handled_at = at, outcome = answer, message_id = case when answer = 'asked' then own_id end
  where id = message;
  return answer;
end $$;
revoke all on function close_provider_message(bigint,text,text,timestamp with time zone) from public;

-- Keeps a callback as it came, before anybody has verified it. The outcome: kept; repeated; full where too many wait, so that a stranger
-- cannot fill the table.
create or replace function keep_provider_message(provider text, digest bytea, sealed bytea, at timestamp with time zone) returns TABLE(outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  if (provider ~ '^[a-z_]{2,30}$') is not true then raise exception 'no provider %', provider using errcode = 'check_violation'; end if;
  outcome := case
    when exists (select from provider_messages known where known.provider = keep_provider_message.provider and known.digest = keep_provider_message.digest) then 'repeated'
    when (select count(*) from (
      select from provider_messages waiting
      where waiting.provider = keep_provider_message.provider and waiting.handled_at is null
      limit 10000) as several) >= 10000 then 'full'
    else 'kept' end;
  if outcome = 'kept' then
    insert into provider_messages (provider, digest, sealed, received_at) values (provider, digest, sealed, at)
    on conflict do nothing;
  end if;
  return next;
end $$;
revoke all on function keep_provider_message(text,bytea,bytea,timestamp with time zone) from public;
grant execute on function keep_provider_message(text,bytea,bytea,timestamp with time zone) to parley_web;

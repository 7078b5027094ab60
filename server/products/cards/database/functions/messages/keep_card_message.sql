-- The inbox of the issuer's messages: the bytes as they came, once.
create or replace function keep_card_message(body text, signature text, at timestamp with time zone) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  insert into card_messages (digest, body, signature, received_at)
  values (sha256(convert_to(signature || E'\n' || body, 'UTF8')), body, signature, at)
  on conflict (digest) do nothing;
  return found;
end $$;
revoke all on function keep_card_message(text,text,timestamp with time zone) from public;
grant execute on function keep_card_message(text,text,timestamp with time zone) to parley_web;

-- A worker has read a callback of an issuer: what it says is booked, or it is unsigned or unreadable. The issuer's own id of it counts once. The outcome:
-- asked, repeated, unsigned, unreadable; null where another worker was first.
create or replace function book_issuer_message(message bigint, found_it text, own_id text, entries jsonb, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  answer text;
begin
  perform assert_now(at);
  answer := close_provider_message(message, found_it, own_id, at);
  if answer = 'asked' then perform book_issuer_entries(entries, own_id, at); end if;
  return answer;
end $$;
revoke all on function book_issuer_message(bigint,text,text,jsonb,timestamp with time zone) from public;
grant execute on function book_issuer_message(bigint,text,text,jsonb,timestamp with time zone) to parley_worker;

-- What an issuer said, read by a worker in its callback or list, each once: entries as book_card_entry takes them, and `left`, after which no more than
-- so much is held for a question. What it was and how it ended is kept beside the messages of the house issuer. Returns how many were booked.
create or replace function book_issuer_entries(entries jsonb, source text, at timestamp with time zone) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  entry  jsonb;
  result text;
  booked int := 0;
begin
  perform assert_now(at);
  perform lock_card_accounts(array(select one ->> 'card' from jsonb_array_elements(entries) as one));
  for entry in select one from jsonb_array_elements(entries) as one loop
    result := case when entry ->> 'kind' = 'left' then leave_card_hold(entry, at) else book_card_entry(entry, at) end;
    booked := booked + (result = 'booked')::int;
    continue when result = 'repeated' or (result = 'booked' and entry ->> 'kind' = 'left');
    insert into card_messages (digest, body, signature, received_at, handled_at, outcome, entry_id, entry_kind, entry_units)
    values (
      sha256(convert_to(source || E'\n' || entry::text, 'UTF8')), entry::text, left(source, 200), at, at, result, entry ->> 'id', entry ->> 'kind',
      (entry ->> 'usd_units')::bigint)
    on conflict (digest) do nothing;
  end loop;
  return booked;
end $$;
revoke all on function book_issuer_entries(jsonb,text,timestamp with time zone) from public;
grant execute on function book_issuer_entries(jsonb,text,timestamp with time zone) to parley_worker;

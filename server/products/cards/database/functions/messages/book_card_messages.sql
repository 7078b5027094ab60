-- What a worker read in the issuer's messages, each once: the outcome is unsigned or unreadable where there is nothing to book.
create or replace function book_card_messages(message_ids bigint[], entries jsonb, outcomes text[], at timestamp with time zone) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  booked int := 0;
  result text;
begin
  perform assert_now(at);
  perform assert_lengths(cardinality(message_ids), jsonb_array_length(entries));
  perform assert_lengths(cardinality(message_ids), cardinality(outcomes));
  perform lock_card_accounts(array(select entry ->> 'card' from jsonb_array_elements(entries) as entry));
  for place in 1 .. cardinality(message_ids) loop
    perform from card_messages message where message.id = message_ids[place] and message.handled_at is null for update;
    continue when not found;
    result := coalesce(outcomes[place], book_card_entry(entries -> (place - 1), at));
    update card_messages message
    set handled_at = at, outcome = result, entry_id = entries -> (place - 1) ->> 'id', entry_kind = entries -> (place - 1) ->> 'kind',
        entry_units = (entries -> (place - 1) ->> 'usd_units')::bigint
    where message.id = message_ids[place];
    booked := booked + (result = 'booked')::int;
  end loop;
  return booked;
end $$;
revoke all on function book_card_messages(bigint[],jsonb,text[],timestamp with time zone) from public;
grant execute on function book_card_messages(bigint[],jsonb,text[],timestamp with time zone) to parley_worker;

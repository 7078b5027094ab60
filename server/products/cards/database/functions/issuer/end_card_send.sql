-- What the issuer said about a card: made with its id and last digits, and then what the card may do is sent; sent is this version; refused, which
-- ends a card that it has not made; or nothing that says anything, with the fault. Returns whether that changed the card.
create or replace function end_card_send(sent jsonb, at timestamp with time zone) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  said record;
begin
  perform assert_now(at);
  select * into said
  from jsonb_to_record(sent) as given (hash text, outcome text, version int, issuer_ref text, last4 text, expires_on date, fault text);
  case said.outcome
    when 'made' then
      update cards one
      set issuer_ref = said.issuer_ref, last4 = said.last4, expires_on = said.expires_on, tries = 0, send_at = at, fault = null
      where one.hash = said.hash and one.issuer <> 'house_issuer' and one.issuer_ref is null;
    when 'sent' then
      update cards one
      set sent_version = said.version, tries = 0, fault = null
      where one.hash = said.hash and said.version between one.sent_version + 1 and one.version;
    when 'refused' then
      update cards one
      set status = 'terminated', ended_at = coalesce(one.ended_at, at), is_refused = one.status <> 'terminated', sent_version = one.version,
          fault = left(said.fault, 200)
      where one.hash = said.hash and one.issuer <> 'house_issuer' and one.issuer_ref is null;
    when 'unknown' then
      update cards one set fault = left(said.fault, 200) where one.hash = said.hash and one.sent_version < one.version;
  end case;
  return found;
end $$;
revoke all on function end_card_send(jsonb,timestamp with time zone) from public;
grant execute on function end_card_send(jsonb,timestamp with time zone) to parley_worker;

-- What the issuer said about a dispute: made with its id, and then it is submitted; sent is submitted; incomplete where it wants more than the user was
-- asked, which support gives it; refused, which ends the dispute as lost; or nothing that says anything, with the fault. Returns whether that changed
-- the dispute.
create or replace function end_dispute_send(sent jsonb, at timestamp with time zone) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  said    record;
  dispute card_disputes;
begin
  perform assert_now(at);
  select * into said from jsonb_to_record(sent) as given (hash text, outcome text, issuer_ref text, fault text);
  select one.* into dispute from card_disputes one where one.hash = said.hash and one.ended_at is null for update;
  if dispute.id is null or (said.outcome in ('made', 'refused') and dispute.issuer_ref is not null) then return false; end if;
  update card_disputes one
  set issuer_ref = coalesce(one.issuer_ref, said.issuer_ref),
      tries = case when said.outcome = 'unknown' then one.tries else 0 end,
      send_at = case said.outcome when 'made' then at when 'unknown' then one.send_at end,
      fault = left(said.fault, 200),
      status = case when said.outcome = 'refused' then 'lost' else one.status end,
      ended_at = case when said.outcome = 'refused' then at end
  where one.id = dispute.id;
  if said.outcome = 'refused' then
    insert into events (type, subject, payload, at)
    select 'account.card_dispute_lost', dispute.user_id::text,
           jsonb_build_object('detail', concat_ws(', ', taken.merchant, to_char(dispute.usd_units / 100.0, 'FM999999999990.00') || ' USD')), at
    from card_entries taken
    where taken.id = dispute.entry_id;
  end if;
  return true;
end $$;
revoke all on function end_dispute_send(jsonb,timestamp with time zone) from public;
grant execute on function end_dispute_send(jsonb,timestamp with time zone) to parley_worker;

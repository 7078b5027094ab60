-- After the issuer's word that no more than so much is authorized for a question, no more is held for it. Nothing left is the end: also of a question
-- that we have not seen, whose answer came too late. The outcome: booked, repeated, unknown.
create or replace function leave_card_hold(entry jsonb, at timestamp with time zone) returns text
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  wanted   record;
  card     cards;
  standing card_authorizations;
  back     bigint;
begin
  select * into wanted from jsonb_to_record(entry) as said (card text, "authorization" text, usd_units bigint);
  select one.* into card from cards one where one.hash = wanted.card;
  if card.id is null then return 'unknown'; end if;
  if wanted.usd_units = 0 then
    insert into card_authorizations (external_id, card_id, user_id, status, at, expires_at)
    values (wanted."authorization", card.id, card.user_id, 'unseen', at, at + interval '7 days')
    on conflict (external_id) do nothing;
  end if;
  select one.* into standing from card_authorizations one where one.external_id = wanted."authorization" for update;
  if standing.card_id <> card.id then return 'unknown'; end if;
  back := case when standing.status = 'approved' then greatest(0, standing.held_units - wanted.usd_units) else 0 end;
  if standing.id is null or standing.is_final or (back = 0 and wanted.usd_units > 0) then return 'repeated'; end if;
  update card_authorizations one
  set reversed_units = one.reversed_units + back, is_final = wanted.usd_units = 0
  where one.id = standing.id;
  if back > 0 then perform hold_for_card(standing.id, 'left:' || wanted."authorization" || ':' || standing.reversed_units + back, at); end if;
  return 'booked';
end $$;
revoke all on function leave_card_hold(jsonb,timestamp with time zone) from public;

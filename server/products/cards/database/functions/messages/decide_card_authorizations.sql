-- Decides the questions of merchants, each once: a repeated one gets the same answer. Of some the issuer says what they are in cents, and one of
-- these that has grown asks for the difference. The outcome: approved, or the reason of the decline; unknown for a card that is none of ours;
-- approval while its user is asked about an online payment, which is a decline where the merchant does not wait for the answer.
create or replace function decide_card_authorizations(asked jsonb, at timestamp with time zone) returns TABLE(external_id text, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  one      record;
  card     cards;
  standing card_authorizations;
  cents    bigint;
  hold     bigint;
begin
  perform assert_now(at);
  perform lock_card_accounts(array(select question ->> 'card' from jsonb_array_elements(asked) as question));
  for one in
    select said.*, question
    from jsonb_array_elements(asked) as question
    cross join jsonb_to_record(question) as said (id text, card text, merchant text, merchant_group text, country text, currency text, amount_units bigint,
      usd_units bigint)
  loop
    external_id := one.id;
    select known.* into card from cards known where known.hash = one.card;
    select known.* into standing from card_authorizations known where known.external_id = one.id for update;
    outcome := case
      when card.id is null or standing.card_id <> card.id then 'unknown'
      when standing.status = 'declined' then standing.decline_code
      when standing.status = 'approved' and one.usd_units > standing.usd_units then raise_card_hold(card, standing, one.usd_units, one.merchant_group, at)
      when standing.status <> 'unseen' then 'approved' end;
    if outcome is null then
      cents := coalesce(one.usd_units, usd_of_fiat(one.amount_units, one.currency, at));
      hold := case when standing.is_final then 0 else greatest(0, cents - coalesce(standing.captured_units + standing.reversed_units, 0)) end;
      outcome := coalesce(card_obstacle(card, case when cents is null then null else hold end, one.merchant_group, at), online_approval(card, one.question, hold, at), 'approved');
      if outcome = 'approval' and (one.question ->> 'is_waited')::boolean then
        return next;
        continue;
      end if;
      if outcome = 'approved' then
        perform move_card_money('card_hold', one.id, card_account(card.user_id, false), card_account(card.user_id, true), hold, at);
      else
        hold := 0;
      end if;
      insert into card_authorizations as made
        (external_id, card_id, user_id, status, decline_code, merchant, merchant_group, country, currency, amount_units, usd_units, held_units, at, expires_at, ended_at)
      values
        (one.id, card.id, card.user_id, case outcome when 'approved' then case when hold > 0 then 'approved' else 'closed' end else 'declined' end,
         nullif(outcome, 'approved'), one.merchant, one.merchant_group, one.country, one.currency, one.amount_units, coalesce(cents, 0), hold, at,
         at + interval '7 days', case when outcome <> 'approved' or hold = 0 then at end)
      on conflict on constraint card_authorizations_external_id_key do update
      set (status, decline_code, merchant, merchant_group, country, currency, amount_units, usd_units, held_units, ended_at) = (
        excluded.status, excluded.decline_code, excluded.merchant, excluded.merchant_group, excluded.country, excluded.currency,
        excluded.amount_units, excluded.usd_units, excluded.held_units, excluded.ended_at);
    end if;
    return next;
  end loop;
end $$;
revoke all on function decide_card_authorizations(jsonb,timestamp with time zone) from public;
grant execute on function decide_card_authorizations(jsonb,timestamp with time zone) to parley_web;

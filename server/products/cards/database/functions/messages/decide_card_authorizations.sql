-- Decides the questions of merchants, each once: a repeated one gets the same answer. Of some the issuer says what they are in cents, and one of
-- these that has grown asks for the difference. The outcome: approved, or the reason of the decline; unknown for a card that is none of ours;
-- approval while its user is asked about an online payment, which is a decline where the merchant does not wait for the answer.
-- What was decided is written together; of one user or id, before the next is looked at.
create or replace function decide_card_authorizations(asked jsonb, at timestamp with time zone) returns TABLE(external_id text, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  one      record;
  card     cards;
  standing card_authorizations;
  made     card_authorizations;
  decided  card_authorizations[] := '{}';
  users    bigint[] := '{}';
  asked_of text[] := '{}';
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
    if card.user_id = any (users) or one.id = any (asked_of) then
      perform write_card_decisions(decided, at);
      decided := '{}';
      users := '{}';
      asked_of := '{}';
    end if;
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
      if outcome <> 'approved' then hold := 0; end if;
      made := null;
      made.external_id := one.id;
      made.card_id := card.id;
      made.user_id := card.user_id;
      made.status := case outcome when 'approved' then case when hold > 0 then 'approved' else 'closed' end else 'declined' end;
      made.decline_code := nullif(outcome, 'approved');
      made.merchant := one.merchant;
      made.merchant_group := one.merchant_group;
      made.country := one.country;
      made.currency := one.currency;
      made.amount_units := one.amount_units;
      made.usd_units := coalesce(cents, 0);
      made.held_units := hold;
      decided := decided || made;
      users := users || card.user_id;
      asked_of := asked_of || one.id;
    end if;
    return next;
  end loop;
  perform write_card_decisions(decided, at);
end $$;
revoke all on function decide_card_authorizations(jsonb,timestamp with time zone) from public;
grant execute on function decide_card_authorizations(jsonb,timestamp with time zone) to parley_web;

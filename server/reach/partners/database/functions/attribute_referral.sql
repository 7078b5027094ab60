-- Decides by whom a user came, once: at registration, or by hand while that found nobody and the account is young. Locks the user. The
-- outcome: attributed; unknown, look_alike, own, younger, which by hand leave everything as it was; late; fixed.
create or replace function attribute_referral(person bigint, code text, source text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  known  referrals;
  joined timestamptz;
  found  record;
  answer text;
begin
  perform assert_now(at);
  select one.created_at into joined from users one where one.id = person for no key update;
  select one.* into known from referrals one where one.user_id = person;
  if known.tier1 is not null or (known.user_id is not null and source = 'registration') then return 'fixed'; end if;
  if source = 'hand' and (joined > at - make_interval(days => (setting_value('partner.hand_days') #>> '{}')::int)) is not true then
    return 'late';
  end if;
  select state, owner_id into found from find_referral(code);
  answer := case
    when found.state <> 'known' then found.state
    when found.owner_id = person then 'own'
    when found.owner_id > person then 'younger'
    else 'attributed'
  end;
  if answer <> 'attributed' then
    if source = 'registration' then
      insert into referrals (user_id, code, source, refused, at) values (person, left(code, 40), source, answer, at);
    end if;
    return answer;
  end if;
  perform keep_reward_rates(at);
  insert into referrals as old (user_id, tier1, tier2, code, source, at, ends_at)
  select person, found.owner_id, above.tier1, code, source, at, at + make_interval(months => rate.months)
  from reward_rate_at(1::smallint, at) rate
  left join referrals above on above.user_id = found.owner_id and above.voided_at is null
  on conflict on constraint referrals_pkey do update
  set tier1 = excluded.tier1, tier2 = excluded.tier2, code = excluded.code, source = excluded.source, refused = null,
      at = excluded.at, ends_at = excluded.ends_at;
  insert into partner_clicks as seen (code, day, country, sign_ups)
  select code, (attribute_referral.at at time zone 'UTC')::date, one.country_iso, 1 from users one where one.id = person
  on conflict on constraint partner_clicks_pkey do update
  set sign_ups = seen.sign_ups + 1;
  return answer;
end $$;
revoke all on function attribute_referral(bigint,text,text,timestamp with time zone) from public;
grant execute on function attribute_referral(bigint,text,text,timestamp with time zone) to parley_web, parley_worker;

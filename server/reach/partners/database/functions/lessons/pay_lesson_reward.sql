-- Pays the reward for the lesson of the program from the operator's fees: once a person, within the budget of the month, to people with a
-- verified identity whom nothing restricts. Locks the user. The outcome: claimed; off, unverified, restricted, on_hold, already, empty,
-- halted:<name>. The caller has to know that they passed the lesson.
create or replace function pay_lesson_reward(user_id bigint, lesson text, hash text, at timestamp with time zone, out outcome text, out units bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  funds  bigint;
  budget bigint := (setting_value('partner.lesson_budget_usdt') #>> '{}')::bigint * 1000000;
  spent  bigint;
begin
  perform assert_now(at);
  units := (setting_value('partner.lesson_usdt') #>> '{}')::bigint * 1000000;
  -- Two payments at once must not both take the last of the budget.
  perform pg_advisory_xact_lock(hashtextextended('lesson_rewards', 0));
  perform from users person where person.id = user_id for no key update;
  select coalesce(sum(paid.units), 0) into spent
  from lesson_rewards paid
  where paid.at >= date_trunc('month', pay_lesson_reward.at, 'UTC');
  funds := coalesce((select account.balance_units from ledger_accounts account where account.name = 'house:USDT:fees'), 0);
  outcome := case
    when exists (select from lesson_rewards paid where paid.user_id = pay_lesson_reward.user_id) then 'already'
    when units <= 0 then 'off'
    when (select person.level >= 2 from users person where person.id = user_id) is not true
      then 'unverified'
    when exists (
      select
      from user_restrictions restriction
      where restriction.user_id = pay_lesson_reward.user_id and restriction.lifted_at is null) then 'restricted'
    when spent + units > least(budget, spent + funds) then 'empty'
    else coalesce('halted:' || standing_halt(array['money_out', 'ledger', 'coin_USDT']), kept_from_converting(user_id))
  end;
  if outcome is not null then return; end if;
  insert into lesson_rewards (user_id, lesson, hash, units, at) values (user_id, lesson, hash, units, at);
  -- By the way of all rewards: into the account of rewards, and from there to the user.
  if not 'posted' = all (post_each(array['reward_accrue', 'reward_claim'], array['lesson:' || hash, hash], at, array[1, 2],
    array['house:USDT:fees', 'house:USDT:rewards'], array['house:USDT:rewards', available_account(user_id, 'USDT')], array[units, units])) then
    raise exception 'the reward of % for a lesson cannot be paid', user_id using errcode = 'check_violation';
  end if;
  outcome := 'claimed';
end $$;
revoke all on function pay_lesson_reward(bigint,text,text,timestamp with time zone) from public;

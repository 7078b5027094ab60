create table account_closures (
  id bigint generated always as identity not null,
  user_id bigint not null,
  reason text not null,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  withdrawn_at timestamptz,
  closed_at timestamptz,
  primary key (id),
  constraint account_closures_check check (due_at > asked_at),
  constraint account_closures_check1 check (withdrawn_at is null or closed_at is null),
  constraint account_closures_reason_check check (reason in ('no_need', 'other_market', 'privacy', 'difficult', 'other_account', 'other'))
);
alter table account_closures add foreign key (user_id) references users(id);
create index account_closures_due on account_closures (due_at) where withdrawn_at is null and closed_at is null;
-- One request at a time, and a closed account stays closed.
create unique index account_closures_standing on account_closures (user_id) where withdrawn_at is null;
create trigger api_keys_erased after update of closed_at on account_closures for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_api_keys();
create trigger appeals_erased after update of closed_at on account_closures for each row when (new.closed_at is not null) execute function erase_appeals();
create trigger avatar_erased after update of closed_at on account_closures for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_avatar();
create trigger badge_changes_erased after update of closed_at on account_closures for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_badge_changes();
create trigger code_devices_erased after update of closed_at on account_closures for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_code_devices();
create trigger company_ends after update of closed_at on account_closures for each row when (new.closed_at is not null) execute function end_company_of_closed();
create trigger countries_erased after update of closed_at on account_closures for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_countries();
create trigger email_changes_erased after update of closed_at on account_closures for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_email_changes();
create trigger gift_cards_erased after update of closed_at on account_closures for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_gift_cards();
create trigger given_badges_erased after update of closed_at on account_closures for each row when (new.closed_at is not null) execute function erase_given_badge();
create trigger messenger_profile_erased after update of closed_at on account_closures for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_messenger_profile();
create trigger offer_words_erased after update of closed_at on account_closures for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_offer_words();
create trigger payment_accounts_erased after update of closed_at on account_closures for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_payment_accounts();
create trigger phone_erased after update of closed_at on account_closures for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_phone();
create trigger questions_erased after update of closed_at on account_closures for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_questions();
create trigger recoveries_erased after update of closed_at on account_closures for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_recoveries_of_closed();
create trigger second_steps_erased after update of closed_at on account_closures for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_second_steps();
create trigger social_accounts_erased after update of closed_at on account_closures for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_social_accounts();
create trigger verification_level_ends after update of closed_at on account_closures for each row when (new.closed_at is not null) execute function end_level_of_closed();
grant select on account_closures to parley_web, parley_worker;

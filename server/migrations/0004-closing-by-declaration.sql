-- Modules declare what a closing erases and what prevents it: one trigger and a table of their functions take the place of a
-- trigger for each. Owned by compliance/closing.
drop trigger api_keys_erased on account_closures;
drop trigger appeals_erased on account_closures;
drop trigger avatar_erased on account_closures;
drop trigger badge_changes_erased on account_closures;
drop trigger code_devices_erased on account_closures;
drop trigger company_ends on account_closures;
drop trigger countries_erased on account_closures;
drop trigger email_changes_erased on account_closures;
drop trigger gift_cards_erased on account_closures;
drop trigger given_badges_erased on account_closures;
drop trigger messenger_profile_erased on account_closures;
drop trigger offer_words_erased on account_closures;
drop trigger payment_accounts_erased on account_closures;
drop trigger phone_erased on account_closures;
drop trigger questions_erased on account_closures;
drop trigger recoveries_erased on account_closures;
drop trigger second_steps_erased on account_closures;
drop trigger social_accounts_erased on account_closures;
drop trigger verification_level_ends on account_closures;
create table closing_steps (
  place int not null,
  kind text not null,
  name text not null,
  primary key (name),
  constraint closing_steps_kind_check check (kind in ('obstacles', 'erases'))
);
create trigger account_erased after update of closed_at on account_closures for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_closed_account();

-- Whoever typed an address in learned whether it has an account. An address belongs now to the account that confirmed
-- it; until then it may stand in several, and only its mailbox learns of the others. Owned by people/accounts.

alter table users drop constraint users_email_index_key;
create unique index users_by_confirmed_email on users (email_index) where email_confirmed_at is not null;
create index users_by_email on users (email_index, id desc);

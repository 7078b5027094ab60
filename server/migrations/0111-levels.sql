-- What an account may do hangs on its level. It was computed in three places, each in its own way; now it is a column:
-- what staff granted, else 1 with a confirmed email and 0 without. Owned by people/accounts.

alter table users add column level numeric(2, 1) not null
  generated always as (coalesce(granted_level, case when email_confirmed_at is null then 0 else 1 end)) stored;

-- Where somebody signed in last, and where they usually do, was said by the country that they had typed in. It is what the address
-- says now; the process that opens the session looks it up. Codes of two letters; null until they sign in from an address that is of
-- a country. Owned by people/accounts.

alter table users add column sign_in_country text check (sign_in_country ~ '^[A-Z]{2}$');
alter table users add column usual_country text check (usual_country ~ '^[A-Z]{2}$');
grant update (sign_in_country, usual_country) on users to parley_web;

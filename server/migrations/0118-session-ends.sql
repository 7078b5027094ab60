-- A session lasted thirty days whether it was used or not, under one token. It ends now when it was not used for some
-- hours (the number of its beginning), and its token is exchanged when the account may more than before; a role that was
-- granted after that ends it. Owned by people/auth.

alter table sessions
  add column idle_hours int not null default 168 check (idle_hours > 0),
  add column token_at timestamptz;

update sessions
set token_at = created_at;

-- Robots' sessions are used by nobody's browser.
update sessions
set idle_hours = 876000
where expires_at > created_at + interval '1 year';

alter table sessions alter column token_at set not null;

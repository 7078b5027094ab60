-- Names that look alike are one name: "pau1_smith" was free beside "PaulSmith". Every name gets a skeleton, what is left
-- of it when letters of one look are one letter and dashes are nothing; one skeleton belongs to one account. Accounts that
-- share one already keep their names, and the first of them has it. Owned by people/accounts.

create function username_skeleton(name text) returns text
  language sql immutable strict parallel safe
  return replace(replace(translate(lower(name), '01l35_-', 'oiies'), 'rn', 'm'), 'vv', 'w');

alter table users add column username_skeleton text;

update users
set username_skeleton = first.skeleton
from (
  select distinct on (username_skeleton(username)) id, username_skeleton(username) as skeleton
  from users
  order by username_skeleton(username), id
) as first
where users.id = first.id;

create unique index users_by_skeleton on users (username_skeleton);

-- A username could be a word that stands in the place of a username in an address, like current_user: the address of a call was then
-- that of somebody's profile. Such names are reserved from now on. Who has one gets another, and may choose one anew.
-- Owned by people/accounts.

do $$
declare
  known users;
  free  text;
begin
  for known in
    select * from users
    where lower(username) in (
      'me', 'current_user', 'settings', 'set-username', 'tour', 'process-avatar', 'avatar', 'corporate-accounts', 'api-keys',
      'send-phone-code', 'confirm-phone', 'reset-phone', 'kyc-check', 'postpone-company-verification')
    order by id
  loop
    free := 'trader' || known.id;
    while exists (
      select from users other
      where other.username_skeleton = username_skeleton(free) or lower(other.username) = free)
    loop
      free := 'trader' || known.id || '-' || substr(md5(free), 1, 4);
    end loop;
    update users
    set username = free, username_skeleton = username_skeleton(free), username_changes = greatest(0, username_changes - 1)
    where users.id = known.id;
  end loop;
end $$;

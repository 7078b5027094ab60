-- An offer whose owner fell below the level that making one needs stayed listed, and was bound by limits only. It is held, and goes on
-- when the level is there again. Owned by market/offers.

alter table offers drop constraint offers_hold_check;
alter table offers add constraint offers_hold_check check (
  hold in ('moderation', 'low_balance', 'cap_reached', 'penalty', 'restricted', 'level', 'method_disabled', 'owner_away'));

-- Those of now.
update offers
set hold = 'level'
from users
where users.id = offers.owner_id and offers.hold is null and offers.deleted_at is null
  and users.level < (setting_value('offers.creation_level') #>> '{}')::numeric;

-- The staff trade with nobody. Whoever was given a role kept the offers they had, and could switch them on: they are held with a reason of
-- their own for as long as the role stands. Owned by market/offers.

alter table offers
  drop constraint offers_hold_check,
  add constraint offers_hold_check check (
    hold in ('moderation', 'low_balance', 'cap_reached', 'penalty', 'restricted', 'staff', 'level', 'method_disabled', 'owner_away', 'too_many',
      'bond_missing', 'special', 'silent'));

update offers
set hold = 'staff'
where deleted_at is null and moderation = 'approved' and hold is distinct from 'restricted'
  and exists (select from user_roles granted where granted.user_id = offers.owner_id);

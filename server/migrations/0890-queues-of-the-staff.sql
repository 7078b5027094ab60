-- Appeals and chargebacks of which the operator still owes something are a queue of their own, and so few among all that are decided
-- that nobody should read the others to find them. Whether an appeal is paid is looked up among the corrections for one person.
-- Owned by market/disputes and outward/staff.

create index dispute_appeals_overturned on dispute_appeals (decided_at, dispute_id) where compensation_units is not null;
create index chargeback_reports_owed on chargeback_reports (decided_at, trade_id)
  where compensation_units is not null and made_good_at is null;
create index staff_changes_of_journals on staff_changes (user_id) where kind = 'post_journal';

-- Appeals and chargebacks of which the operator still owes something are a queue of their own, and so few among all that are decided
-- that nobody should read the others to find them. Whether an appeal is paid is looked up among the corrections for one person.
-- Owned by market/disputes and outward/staff.

create index dispute_appeals_overturned on dispute_appeals (decided_at, dispute_id) where compensation_units is not null;
create index chargeback_reports_owed on chargeback_reports (decided_at, trade_id)
  where compensation_units is not null and made_good_at is null;
create index staff_changes_of_journals on staff_changes (user_id) where kind = 'post_journal';

-- What somebody of the staff has had, of all that was decided.
create index disputes_decided_by on disputes (taken_by, decided_at) where outcome is not null;
create index dispute_appeals_decided_by on dispute_appeals (taken_by, decided_at) where outcome is not null;
create index chargeback_reports_decided_by on chargeback_reports (taken_by, decided_at) where outcome is not null;

-- Slots are kept for the longest window of badges, five months: whoever wanted one month of a busy trader read all of them.
-- Owned by people/reputation.
create index reputation_slots_by_time on reputation_slots (user_id, begins_at);

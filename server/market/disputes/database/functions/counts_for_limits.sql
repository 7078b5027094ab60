-- What was counted as gone well counts so until a report is confirmed, and never again after. What took part of a limit keeps it.
create or replace function counts_for_limits(status text, ended_at timestamp with time zone) returns boolean
language sql immutable as $$
  select ended_at is null or status in ('released', 'dispute_won_buyer', 'chargeback_started', 'chargeback_paid')
$$;

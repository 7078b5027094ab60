-- What a trade uses of its sides' limits, in cents: all while it is open and where it went well, of a division the buyer's share,
-- rounded up.
create or replace function cents_for_limits(usd_cents bigint, units bigint, share bigint, status text, ended_at timestamp with time zone) returns bigint
language sql immutable as $$
  select case
    when share is not null then div(usd_cents::numeric * share + units - 1, units)::bigint
    when counts_for_limits(status, ended_at) then usd_cents
    else 0
  end
$$;

-- The first page draws the price of the last days: a day that is written down is seen on it as a rate is. Owned by platform.
create trigger pages_show_days_of_rates after insert or update or delete on rate_days
  for each statement execute function note_topic('rates');

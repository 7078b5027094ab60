-- A reason of blanks, or of characters that nobody sees, counted as a reason of staff: the checks counted characters. The contract
-- refuses such a text; the log of the staff's acts does as well, whatever writes to it. Acts of before stay as they are.
-- Owned by market/disputes.

create function is_said(words text) returns boolean language sql immutable set search_path = public, pg_temp as $$
  select words ~ U&'[^[:space:]\00A0\00AD\034F\061C\115F\1160\1680\180E\2000-\200F\2028-\202F\205F-\206F\2800\3000\3164\FEFF\FFA0\FFFC]'
$$;

-- What nobody gives a reason for has an empty one.
alter table staff_acts add constraint staff_acts_reason_said check (reason = '' or is_said(reason)) not valid;

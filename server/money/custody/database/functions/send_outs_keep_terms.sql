-- Receiver and amount never change once it is reserved.
create or replace function send_outs_keep_terms() returns trigger
language plpgsql as $$
begin
  if (old.user_id, old.currency, old.destination, old.units, old.fee_units, old.quote_id)
     is distinct from (new.user_id, new.currency, new.destination, new.units, new.fee_units, new.quote_id) then
    raise exception 'the terms of a send-out are fixed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

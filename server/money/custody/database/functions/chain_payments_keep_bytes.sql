-- Signed bytes are what is broadcast, now and after any restart: they cannot be exchanged.
create or replace function chain_payments_keep_bytes() returns trigger
language plpgsql as $$
begin
  if old.raw_hex is not null and (old.raw_hex, old.txid) is distinct from (new.raw_hex, new.txid) then
    raise exception 'signed bytes are never replaced' using errcode = 'restrict_violation';
  end if;
  if (old.purpose, old.subject) is distinct from (new.purpose, new.subject) then
    raise exception 'what a payment is for is fixed' using errcode = 'restrict_violation';
  end if;
  if old.plan is distinct from new.plan and (old.status <> 'pending' or new.raw_hex is not null) then
    raise exception 'the plan of a signed payment is fixed' using errcode = 'restrict_violation';
  end if;
  return new;
end;
$$;

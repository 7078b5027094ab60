create or replace function cold_refills_keep_bytes() returns trigger
language plpgsql as $$
begin
  if old.raw_hex is not null and (old.raw_hex, old.txid) is distinct from (new.raw_hex, new.txid) then
    raise exception 'signed bytes are never replaced' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

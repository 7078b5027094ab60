-- Where the chain of a case begins.
create or replace function evidence_start(trade_hash text, round integer) returns bytea
language sql immutable as $$
  select sha256(convert_to('dispute:' || trade_hash || ':' || round, 'UTF8'))
$$;
revoke all on function evidence_start(text,integer) from public;

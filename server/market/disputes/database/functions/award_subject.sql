-- What is proved of an award, as proof_subject has it.
create or replace function award_subject(trade_id bigint, round integer, winner text, share bigint) returns text
language sql immutable as $$
  select proof_subject('award_' || winner, 'moderator', trade_id, round, true, share)
$$;
revoke all on function award_subject(bigint,integer,text,bigint) from public;

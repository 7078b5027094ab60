-- 'unproved' where what is wanted has no proof. A release is the seller's own, what staff does the moderator's, each proved for this trade and
-- round, and for this share; it is spent. The outcomes that are known are kept, and spend none.
create or replace function prove_moves(wanted text[], actors bigint[], cents bigint[], outcomes text[]) returns text[]
language plpgsql set search_path = public, pg_temp as $$
declare
  proved text[] := array(
    select spend_proofs(array_agg(one.subject), array_agg(one.actor_id))
    from unnest(wanted, actors, outcomes) as one (subject, actor_id, outcome)
    where one.subject is not null and one.outcome is null);
begin
  for number in 1 .. cardinality(wanted) loop
    if outcomes[number] is null and wanted[number] is not null and (
      wanted[number] = any (proved) and has_second(wanted[number], actors[number], cents[number])
    ) is not true then
      outcomes[number] := 'unproved';
    end if;
  end loop;
  return outcomes;
end $$;
revoke all on function prove_moves(text[],bigint[],bigint[],text[]) from public;

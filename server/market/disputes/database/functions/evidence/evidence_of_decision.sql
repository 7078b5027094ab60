-- Records with a decision the evidence that existed when it was made.
create or replace function evidence_of_decision() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.evidence_head := (
    select item.digest from dispute_evidence item where item.dispute_id = new.id order by item.place desc limit 1);
  return new;
end $$;
revoke all on function evidence_of_decision() from public;

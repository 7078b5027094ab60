-- Words of staff acts with the names in them: the chain is over commitments and verifies without them. That it was done is an
-- act itself. Returns how many.
create or replace function erase_old_staff_words(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  gone bigint[] := array(
    select old.id from (
      select act.id, act.at from staff_acts act
      where act.id > (select last_id from retention_marks where what = 'staff_words')
      order by act.id
      limit most) as old
    where old.at < kept_since('retention.act_words_years', 5, 'year'));
begin
  if cardinality(gone) = 0 then return 0; end if;
  update staff_acts
  set subject = '', reason = '', salt = null
  where id = any (gone) and salt is not null;
  update retention_marks
  set last_id = gone[cardinality(gone)]
  where what = 'staff_words';
  perform add_staff_act(
    null, 'act.erase', gone[1] || '-' || gone[cardinality(gone)], 'kept for its time', market_now());
  return cardinality(gone);
end $$;
revoke all on function erase_old_staff_words(integer) from public;

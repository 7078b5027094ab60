-- The order stays as it was written; only words may go, with what they were committed by.
create or replace function keep_evidence() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'evidence stays' using errcode = 'check_violation';
  end if;
  if new.body is null and new.salt is null and new.upload_ids = '{}'
     and (new.dispute_id, new.place, new.author_id, new.role, new.asks, new.commitment, new.file_digests, new.at, new.previous, new.digest)
       is not distinct from
         (old.dispute_id, old.place, old.author_id, old.role, old.asks, old.commitment, old.file_digests, old.at, old.previous, old.digest)
  then
    return new;
  end if;
  raise exception 'evidence stays as it was submitted' using errcode = 'check_violation';
end $$;
revoke all on function keep_evidence() from public;

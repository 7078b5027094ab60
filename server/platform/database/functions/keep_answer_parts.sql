-- Begins a part with each day (UTC), and drops those that ended two days ago. False when another lock prevented it: others
-- never wait long behind this, and the job tries again.
create or replace function keep_answer_parts() returns boolean
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  newest idempotency_key_parts;
  over   int;
begin
  lock table idempotency_key_parts in exclusive mode;
  select * into newest from idempotency_key_parts order by part desc limit 1;
  if part_begin(newest.began_at, 1) < part_begin(clock_timestamp(), 1) then
    newest.part := newest.part + 1;
    -- Waits for running lookups of keys, and blocks new ones until the new part is the one for writing.
    lock table idempotency_keys in access exclusive mode;
    execute format(
      'create table %I partition of idempotency_keys (primary key (principal, key)) for values in (%s)
       with (toast_tuple_target = 8160)', 'idempotency_keys_' || newest.part, newest.part);
    execute format('alter table only idempotency_keys alter column part set default %s', newest.part);
    insert into idempotency_key_parts (part, began_at) values (newest.part, clock_timestamp());
  end if;
  for over in
    select one.part
    from (select part, lead(began_at) over (order by part) as ended_at from idempotency_key_parts) as one
    where one.ended_at + interval '48 hours' <= clock_timestamp()
    order by one.part
  loop
    execute format('drop table %I', 'idempotency_keys_' || over);
    delete from idempotency_key_parts where part = over;
  end loop;
  return true;
exception when lock_not_available then
  return false;
end $$;
revoke all on function keep_answer_parts() from public;
grant execute on function keep_answer_parts() to parley_worker;

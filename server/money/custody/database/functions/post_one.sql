-- Posts one journal between accounts that cannot run short. It leaves out parts of zero, and posts nothing if all are zero.
create or replace function post_one(kind text, subject text, at timestamp with time zone, from_names text[], to_names text[], units bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  answer text;
  kept   int[] := array(select number from generate_series(1, cardinality(post_one.units)) as number where post_one.units[number] <> 0);
begin
  if cardinality(kept) = 0 then return; end if;
  answer := (post_each(array[kind], array[subject], at, array_fill(1, array[cardinality(kept)]),
    array(select from_names[number] from unnest(kept) with ordinality as one (number, place) order by place),
    array(select to_names[number] from unnest(kept) with ordinality as one (number, place) order by place),
    array(select post_one.units[number] from unnest(kept) with ordinality as one (number, place) order by place)))[1];
  if answer <> 'posted' then
    raise exception 'the journal % % cannot be posted: %', kind, subject, answer using errcode = 'check_violation';
  end if;
end $$;
revoke all on function post_one(text,text,timestamp with time zone,text[],text[],bigint[]) from public;

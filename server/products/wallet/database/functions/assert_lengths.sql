create or replace function assert_lengths(VARIADIC lengths integer[]) returns void
language plpgsql immutable as $$
begin
  if array_position(lengths, null) is not null or (select count(distinct length) from unnest(lengths) as length) > 1 then
    raise exception 'lists of unequal length' using errcode = 'array_subscript_error';
  end if;
end $$;
revoke all on function assert_lengths(integer[]) from public;

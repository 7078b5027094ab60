-- Staff looked at these accounts and found that they do not belong together.
create or replace function is_cleared(people bigint[]) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from partner_cases judged where judged.status = 'dismissed' and judged.people @> is_cleared.people)
$$;
revoke all on function is_cleared(bigint[]) from public;

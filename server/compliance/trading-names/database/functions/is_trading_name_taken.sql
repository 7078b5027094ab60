-- Whether another company has or wants a name of this look, or a user whom others trust by the name has it: staff, and holders of a badge.
create or replace function is_trading_name_taken(company_id bigint, name text, look text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select
    from trading_names one
    where one.look = is_trading_name_taken.look and one.status in ('waiting', 'approved') and one.user_id <> company_id)
  or exists (
    select
    from users person
    where person.username_skeleton in (is_trading_name_taken.look, username_skeleton(replace(name, ' ', ''))) and person.id <> company_id
      and (exists (select from user_roles granted where granted.user_id = person.id)
        or exists (
          select from user_reputation rep
          where rep.user_id = person.id and rep.badge <> 'no_badge')))
$$;
revoke all on function is_trading_name_taken(bigint,text,text) from public;

-- Whether two administrators ended the issuer's program: a market has one issuer.
create or replace function card_program_over() returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from card_program_ends)
$$;
revoke all on function card_program_over() from public;

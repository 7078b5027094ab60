-- Whether two administrators ended the issuer's program.
create or replace function card_program_over() returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from card_program_ends ended where ended.issuer = 'house_issuer')
$$;
revoke all on function card_program_over() from public;

-- Registers hand PDFs out, and companies had to photograph them. A company's paper may be a PDF: it is looked at before it is kept, lies encrypted as
-- pictures do, and staff see its pages as pictures. Owned by outward/verification.

-- Of a PDF; null of a picture and of a video.
alter table verification_pictures
  add column pages int,
  add constraint verification_papers_check check (
    pages is null or (pages between 1 and 10 and side in ('registration', 'owners', 'company_address', 'authority')));

do $$
declare
  made   text := pg_get_functiondef('add_verification_picture(text, bigint, text, text, bytea, timestamptz)'::regprocedure);
  change text[];
begin
  foreach change slice 1 in array array[
    ['key_sealed bytea, at timestamp with time zone,', 'key_sealed bytea, pages integer, at timestamp with time zone,'],
    ['key_sealed, added_at)', 'key_sealed, pages, added_at)'],
    ['values (own.id, side, file_key, key_sealed, at)', 'values (own.id, side, file_key, key_sealed, pages, at)'],
    ['key_sealed = excluded.key_sealed,', 'key_sealed = excluded.key_sealed, pages = excluded.pages,']]
  loop
    if strpos(made, change[1]) = 0 then raise exception 'add_verification_picture does not say: %', change[1]; end if;
    made := replace(made, change[1], change[2]);
  end loop;
  execute made;
end $$;
drop function add_verification_picture(text, bigint, text, text, bytea, timestamptz);
revoke all on function add_verification_picture from public;
grant execute on function add_verification_picture to parley_web;

-- Somebody's own archive says of each paper what it is; the pictures and papers themselves they have, and whoever has taken their session over has not.
do $$
declare
  made text := pg_get_functiondef('export_verifications(bigint, bigint, int)'::regprocedure);
  said constant text := 'jsonb_agg(picture.side order by picture.side)';
begin
  if strpos(made, said) = 0 then raise exception 'export_verifications does not say: %', said; end if;
  execute replace(made, said, 'jsonb_agg(jsonb_build_object(''side'', picture.side, ''pdfPages'', picture.pages) order by picture.side)');
end $$;

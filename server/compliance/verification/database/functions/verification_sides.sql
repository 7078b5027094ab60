-- The pictures that a document takes.
create or replace function verification_sides(kind text, document_type text) returns text[]
language sql immutable as $$
  select case
    when kind = 'video' then array['video']
    when kind = 'company' then array['registration', 'owners', 'company_address', 'authority']
    when kind = 'address' then array['document']
    when document_type = 'passport' then array['front', 'selfie']
    else array['front', 'back', 'selfie']
  end
$$;
revoke all on function verification_sides(text,text) from public;
grant execute on function verification_sides(text,text) to parley_web;

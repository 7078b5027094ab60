create or replace function username_skeleton(name text) returns text
language sql immutable strict parallel safe
RETURN replace(replace(translate(lower(name), '01l35_-'::text, 'oiies'::text), 'rn'::text, 'm'::text), 'vv'::text, 'w'::text);

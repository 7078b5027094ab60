-- What a code looks like: letters of one look are one letter, as in usernames, also the Cyrillic and Greek twins of Latin ones.
create or replace function referral_look(code text) returns text
language sql immutable strict parallel safe set search_path = public, pg_temp as $$
  select username_skeleton(translate(code,
    U&'\0410\0412\0415\041A\041C\041D\041E\0420\0421\0422\0425\0405\0406\0408\0430\0435\043E\0440\0441\0443\0445\0455\0456\0458\0391\0392\0395\0396\0397\0399\039A\039C\039D\039F\03A1\03A4\03A5\03A7\03BF\03BD',
    'ABEKMHOPCTXSIJaeopcyxsijABEZHIKMNOPTYXov'))
$$;
revoke all on function referral_look(text) from public;

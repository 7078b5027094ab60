-- A passkey's public key is kept as authenticators give it and the library reads it: COSE (RFC 9052, 9053), no longer
-- SubjectPublicKeyInfo. What is of none of the three kinds that count was of no use before either, and stays.
-- Owned by signer.

create function pg_temp.rsa_in_cose(spki bytea) returns bytea
language plpgsql immutable as $$
declare
  -- After the two sequences, the name of the algorithm and the bit string's head: an integer with a length of two bytes, and a
  -- zero before the highest bit.
  length int := get_byte(spki, 30) * 256 + get_byte(spki, 31) - 1;
  modulus bytea := substr(spki, 34, length);
  exponent bytea := substr(spki, 34 + length + 2, get_byte(spki, 33 + length + 1));
begin
  return '\xa401030339010020'::bytea
    || '\x59'::bytea || decode(lpad(to_hex(length), 4, '0'), 'hex') || modulus
    || '\x21'::bytea || decode(to_hex(64 + octet_length(exponent)), 'hex') || exponent;
end
$$;

update passkeys
set public_key = case
  when substr(public_key, 1, 27) = '\x3059301306072a8648ce3d020106082a8648ce3d03010703420004'::bytea
    then '\xa5010203262001215820'::bytea || substr(public_key, 28, 32) || '\x225820'::bytea || substr(public_key, 60, 32)
  when substr(public_key, 1, 12) = '\x302a300506032b6570032100'::bytea
    then '\xa4010103272006215820'::bytea || substr(public_key, 13, 32)
  when substr(public_key, 5, 15) = '\x300d06092a864886f70d0101010500'::bytea and octet_length(public_key) >= 290
    then pg_temp.rsa_in_cose(public_key)
  else public_key
end;

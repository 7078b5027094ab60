-- One link: over the one before, the commitment, and whatever else the item says.
create or replace function evidence_digest(previous bytea, commitment bytea, place integer, role text, asks text, file_digests bytea[], at timestamp with time zone) returns bytea
language sql immutable as $$
  select sha256(previous || commitment || convert_to(concat_ws(':',
    place, role, coalesce(asks, ''), (extract(epoch from at) * 1000)::bigint,
    (select string_agg(encode(one, 'hex'), ',' order by number) from unnest(file_digests) with ordinality as file (one, number))
  ), 'UTF8'))
$$;
revoke all on function evidence_digest(bytea,bytea,integer,text,text,bytea[],timestamp with time zone) from public;

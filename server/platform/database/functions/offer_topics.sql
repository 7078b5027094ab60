create or replace function offer_topics(hash text, side text, crypto text, fiat text, method_id integer) returns text[]
language sql immutable as $$
  select array[
    'offer:' || hash,
    'market:' || side || ':' || crypto || ':*:*',
    'market:' || side || ':' || crypto || ':' || fiat || ':*',
    'market:' || side || ':' || crypto || ':*:' || method_id::text,
    'market:' || side || ':' || crypto || ':' || fiat || ':' || method_id::text]
$$;
revoke all on function offer_topics(text,text,text,text,integer) from public;

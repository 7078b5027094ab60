-- Of an offer for one person its owner downloads for whom it is, in the chat of which trade it was made, and until when its price is
-- locked; and of every offer whether it is silent. Owned by outward/own-data.
do $$
declare
  made constant text := pg_get_functiondef('export_part(bigint, text, bigint, int)'::regprocedure);
  said constant text := '''isOn'', is_on, ''createdAt'', created_at,';
begin
  if strpos(made, said) = 0 then raise exception 'export_part does not say: %', said; end if;
  execute replace(made, said, '''isOn'', is_on, ''isSilent'', is_silent, ''madeInTrade'', chat_hash, ''lockedUntil'', special_until,
          ''partner'', (select partner.username from users partner where partner.id = offers.partner_id), ''createdAt'', created_at,');
end $$;

-- Whether staff may decide about this code of the user so: `detail` is its hash and refund or keep. A card of the house issuer that was redeemed
-- was good.
create or replace function store_report_stands(user_id bigint, detail text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from store_codes code
    where code.hash = split_part(detail, ':', 1) and code.user_id = store_report_stands.user_id and code.report_status = 'open'
      and case split_part(detail, ':', 2)
        when 'keep' then true
        when 'refund' then not exists (select from house_cards card where card.mark = code.mark and card.redeemed_at is not null)
      end)
$$;
revoke all on function store_report_stands(bigint,text) from public;
grant execute on function store_report_stands(bigint,text) to parley_signer;

-- What somebody wrote to the staff about offers, for the archive of their data.
create or replace function export_offer_words(export_id bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select told.key, told.line::text
  from data_exports waiting
  cross join lateral (
    select report.id * 2 as key, jsonb_build_object('reportedOffer', offer.hash, 'reason', report.reason, 'words', report.words,
      'reportedAt', report.reported_at, 'outcome', report.outcome) as line
    from offer_reports report
    join offers offer on offer.id = report.offer_id
    where report.reporter_id = waiting.user_id
    union all
    select rejection.id * 2 + 1, jsonb_build_object('rejectedOffer', offer.hash, 'reason', rejection.reason,
      'rejectedAt', rejection.rejected_at, 'appeal', rejection.words, 'appealedAt', rejection.appealed_at,
      'outcome', rejection.outcome, 'answer', rejection.answer)
    from offers offer
    join offer_rejections rejection on rejection.offer_id = offer.id
    where offer.owner_id = waiting.user_id
  ) as told
  where waiting.id = export_offer_words.export_id and waiting.made_at is null and told.key > export_offer_words.after
  order by told.key
  limit export_offer_words.most
$$;
revoke all on function export_offer_words(bigint,bigint,integer) from public;
grant execute on function export_offer_words(bigint,bigint,integer) to parley_worker;

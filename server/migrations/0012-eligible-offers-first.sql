-- The list of offers begins with those that a signed-in user may take: markets whose staff never changed that flag follow its new default.
-- Owned by market/listing; the row is of reference/flags.
update feature_flags
set percent = 100
where name = 'isNewbieOffersCheckedByDefault' and percent = initial and changed_at is null
  and not exists (select from feature_flag_changes changed where changed.name = feature_flags.name and changed.user_id is null);

-- That an offer shows a full name had no effect. The rule is about who takes it: they show theirs, or the name of their company.
-- Owned by market/offers.

alter table offers rename column shows_full_name to requires_full_name;
-- Nobody asked for that when they set it.
update offers
set requires_full_name = false
where requires_full_name;

-- Who keeps what somebody may do is told of these columns too.
drop trigger viewers_of_users on users;
create trigger viewers_of_users
  after update of external_id, username, country_iso, is_demo, granted_level, verified_level, email_confirmed_at, is_identified,
    sign_in_country, full_name_visibility, corporate_since, company_name_sealed
  on users for each row execute function note_viewer('id');

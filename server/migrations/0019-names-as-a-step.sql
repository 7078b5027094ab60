-- The name and birth date of an account are a step after its registration, and a level needs them. Accounts that exist gave both when
-- they registered, and keep their level. Owned by people/accounts.
drop trigger badges_of_levels on users;
drop trigger pages_show_users on users;
drop trigger viewers_of_users on users;
alter table users drop column level;
alter table users add column named_at timestamptz;
update users set named_at = created_at;
alter table users add column level numeric(2,1) generated always as (
case
    when is_level_lowered then least(granted_level, (
    case
        when (named_at is null) then (0)::numeric
        else coalesce(verified_level, (
        case
            when (email_confirmed_at is null) then 0
            else 1
        end)::numeric)
    end))
    else coalesce(granted_level, (
    case
        when (named_at is null) then (0)::numeric
        else coalesce(verified_level, (
        case
            when (email_confirmed_at is null) then 0
            else 1
        end)::numeric)
    end))
end) stored not null;
create trigger badges_of_levels after update of granted_level, verified_level, email_confirmed_at, named_at on users for each row when (old.level is distinct from new.level) execute function note_badge_due('id');
create trigger pages_show_users after update of username, bio, country_iso, full_name_visibility, first_name_sealed, last_name_sealed, email_confirmed_at, named_at, granted_level, verified_level, corporate_since, company_name_sealed on users for each row execute function note_user_change();
create trigger viewers_of_users after update of external_id, username, country_iso, is_demo, granted_level, verified_level, email_confirmed_at, named_at, is_identified, sign_in_country, full_name_visibility, corporate_since, company_name_sealed on users for each row execute function note_viewer('id');
grant insert (named_at) on users to parley_web;

-- A language is an entry of the list in the code and files of texts, so no table names the languages. Owned by staff/console,
-- platform and compliance/recovery.
alter table announcements add column texts jsonb;
update announcements set texts = jsonb_build_object('en', text_en, 'es', text_es, 'ar', text_ar);
alter table announcements alter column texts set not null;
alter table announcements drop column text_en, drop column text_es, drop column text_ar;
alter table announcements add constraint announcements_texts_check check (
  texts ? 'en' and not jsonb_path_exists(texts, '$.* ? (!(@ like_regex "^.{1,255}.{0,45}$" flag "s") || !(@ like_regex "\\S"))'));
alter table announcements add constraint announcements_texts_said check (is_said(texts ->> 'en')) not valid;
alter table mails drop constraint mails_lang_check;
alter table mails add constraint mails_lang_check check (lang ~ '^[a-z]{2}$');
alter table account_recoveries drop constraint account_recoveries_lang_check;
alter table account_recoveries add constraint account_recoveries_lang_check check (lang ~ '^[a-z]{2}$');
create table recovery_texts (
  locale text not null,
  lifted text not null,
  primary key (locale)
);

-- A language may name its region or script, as pt-BR and zh-Hans do. Owned by platform, compliance/recovery and staff/support.
alter table mails drop constraint mails_lang_check;
alter table mails add constraint mails_lang_check check (lang ~ '^[a-z]{2}(-[A-Z][A-Za-z]{1,3})?$');
alter table account_recoveries drop constraint account_recoveries_lang_check;
alter table account_recoveries add constraint account_recoveries_lang_check check (lang ~ '^[a-z]{2}(-[A-Z][A-Za-z]{1,3})?$');
alter table support_tickets drop constraint support_tickets_lang_check;
alter table support_tickets add constraint support_tickets_lang_check check (lang ~ '^[a-z]{2}(-[A-Z][A-Za-z]{1,3})?$');
alter table support_canned_replies drop constraint support_canned_replies_locale_check;
alter table support_canned_replies add constraint support_canned_replies_locale_check check (locale ~ '^[a-z]{2}(-[A-Z][A-Za-z]{1,3})?$');

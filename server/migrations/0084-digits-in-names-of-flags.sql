-- The flag of translations has a digit in its name. Owned by reference/flags.
alter table feature_flags drop constraint feature_flags_name_check;
alter table feature_flags add constraint feature_flags_name_check check (name ~ '^[A-Za-z][A-Za-z0-9]{2,59}$');

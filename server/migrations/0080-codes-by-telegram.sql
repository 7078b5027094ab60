-- Codes by Telegram, to the one chat that its owner chose with a first code. Owned by signer and people/auth.
alter table code_channels add column address bytea;
alter table code_channels drop constraint code_channels_channel_check;
alter table code_channels add constraint code_channels_channel_check check (channel in ('sms', 'email', 'push', 'telegram'));
alter table code_channels add constraint code_channels_address_check check (address is null or channel = 'telegram');
alter table sent_codes drop constraint sent_codes_channel_check;
alter table sent_codes add constraint sent_codes_channel_check check (channel in ('sms', 'email', 'push', 'telegram'));
alter table sent_codes drop constraint sent_codes_sent_by_check;
alter table sent_codes add constraint sent_codes_sent_by_check check (sent_by in ('sms', 'call', 'email', 'push', 'telegram'));
alter table codes_to_send drop constraint codes_to_send_channel_check;
alter table codes_to_send add constraint codes_to_send_channel_check check (channel in ('sms', 'call', 'email', 'push', 'telegram'));
alter table proofs drop constraint proofs_method_check;
alter table proofs add constraint proofs_method_check check (method in ('password', 'passkey', 'authenticator', 'sms', 'email', 'push', 'telegram'));

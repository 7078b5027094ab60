-- Ten wrong guesses by a stranger closed an account to its owner. Failures are now counted by where they come from, and a
-- browser in which the owner has signed in before is counted apart from all strangers. It is known by a random token in
-- a cookie, stored hashed, new at each sign-in. Owned by people/auth.

create table known_devices (
  user_id     bigint      not null references users,
  device_hash bytea       not null,
  seen_at     timestamptz not null,
  primary key (user_id, device_hash)
);
create index known_devices_by_hash on known_devices (device_hash);
create index known_devices_by_age on known_devices (seen_at);

grant select, insert, update, delete on known_devices to parley_app;

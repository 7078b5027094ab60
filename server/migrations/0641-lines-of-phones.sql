-- Others read whether somebody has confirmed a phone, and not what kind of line it is or where it is from: the given API has room for
-- both. A worker, which opens numbers to send codes to them, names the kind; the web, which brings the number, has no say in it.
-- Owned by people/phones.

-- As the library of numbers knows it; unknown where it does not. Null until a worker has looked.
alter table phones add column line_type text check (line_type in (
  'mobile', 'fixed_line', 'fixed_line_or_mobile', 'voip', 'personal_number', 'toll_free', 'premium_rate', 'shared_cost', 'pager',
  'uan', 'voicemail', 'unknown'));
create index phones_without_type on phones (user_id) where confirmed_at is not null and line_type is null;
grant update (line_type) on phones to parley_worker;

-- Another number is another line.
create function forget_line_type() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.line_type := null;
  return new;
end $$;
create trigger line_type_of_number before update of number_index, country_iso on phones
  for each row when ((old.number_index, old.country_iso) is distinct from (new.number_index, new.country_iso))
  execute function forget_line_type();

-- What others read of a confirmed phone; nothing of its number but where it is from.
create function shown_phone(user_id bigint) returns table (is_confirmed boolean, line_type text, country_iso text)
language sql stable security definer set search_path = public, pg_temp as $$
  select true, phone.line_type, phone.country_iso
  from phones phone
  where phone.user_id = shown_phone.user_id and phone.confirmed_at is not null
$$;
revoke all on function shown_phone(bigint), forget_line_type() from public;
grant execute on function shown_phone(bigint) to parley_web, parley_worker;

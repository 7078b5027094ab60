-- What staff may change while the market runs: a setting within its shape, whatever process asks, and a feature flag for a part
-- of the people, or for one by name. 0441 says who changes them. Owned by reference/settings and reference/flags.

-- The shape is a part of JSON Schema; the code says the same (server/reference/settings/setting-rules.ts).
create table setting_rules (
  name      text    primary key,
  shape     jsonb   not null,
  initial   jsonb   not null,
  takes_two boolean not null
);
insert into setting_rules (name, shape, initial, takes_two)
values
  ('rates.max_age_sec', '{"type":"integer","minimum":10,"maximum":86400}', '180', true),
  ('rates.fiat_max_age_hours', '{"type":"integer","minimum":1,"maximum":1000}', '120', true),
  ('rates.tolerance_bp', '{"type":"integer","minimum":10,"maximum":5000}', '200', true),
  ('catalog.disabled_countries', '{"maxItems":250,"type":"array","items":{"type":"string","pattern":"^[A-Z]{2}$"}}', '["CU","IR","KP","SY"]', true),
  ('catalog.gray_countries', '{"maxItems":250,"type":"array","items":{"type":"string","pattern":"^[A-Z]{2}$"}}', '["AF","MM","YE"]', true),
  ('catalog.disabled_methods', '{"maxItems":600,"type":"array","items":{"type":"string","pattern":"^[a-z0-9-]{1,80}$"}}', '[]', true),
  ('accounts.play_money', '{"type":"boolean"}', 'false', true),
  ('accounts.closing_days', '{"type":"integer","minimum":1,"maximum":90}', '14', true),
  ('accounts.export_days', '{"type":"integer","minimum":1,"maximum":30}', '3', false),
  ('auth.session_days', '{"type":"integer","minimum":1,"maximum":365}', '30', true),
  ('auth.session_idle_hours', '{"type":"integer","minimum":1,"maximum":8760}', '168', true),
  ('auth.new_password_hold_hours', '{"type":"integer","minimum":1,"maximum":720}', '24', true),
  ('offers.creation_level', '{"type":"integer","minimum":0,"maximum":4}', '2', true),
  ('offers.max_active', '{"type":"integer","minimum":1,"maximum":1000}', '20', false),
  ('offers.max_active_power', '{"type":"integer","minimum":1,"maximum":1000}', '50', false),
  ('offers.max_active_expert', '{"type":"integer","minimum":1,"maximum":1000}', '100', false),
  ('offers.min_trade_usd', '{"type":"string","pattern":"^\\d{1,4}(\\.\\d{1,2})?$"}', '"3"', true),
  ('offers.critical_margin_bp', '{"type":"integer","minimum":-9999,"maximum":0}', '-2000', true),
  ('offers.offline_pause_hours', '{"type":"integer","minimum":1,"maximum":1000}', '24', false),
  ('offers.max_favorites', '{"type":"integer","minimum":1,"maximum":10000}', '200', false),
  ('offers.fee_bp', '{"type":"object","additionalProperties":{"type":"integer","minimum":0,"maximum":2000},"required":["bank-transfers","mobile-money","online-transfers","debitcredit-cards","digital-currencies","cash-deposits","goods-and-services","services","gift-cards"]}', '{"bank-transfers":50,"mobile-money":50,"online-transfers":100,"debitcredit-cards":100,"digital-currencies":100,"cash-deposits":100,"goods-and-services":100,"services":100,"gift-cards":300}', true),
  ('offers.high_fee_bp', '{"type":"integer","minimum":0,"maximum":2000}', '500', true),
  ('offers.margin_max_bp', '{"type":"object","additionalProperties":{"type":"integer","minimum":0,"maximum":50000},"required":["gift-cards","cash-deposits","online-transfers","debitcredit-cards","digital-currencies","bank-transfers","mobile-money","goods-and-services","services"]}', '{"gift-cards":8000,"cash-deposits":3000,"online-transfers":5000,"debitcredit-cards":5000,"digital-currencies":1000,"bank-transfers":5000,"mobile-money":5000,"goods-and-services":5000,"services":5000}', true),
  ('disputes.second_person_usd', '{"type":"integer","minimum":0,"maximum":1000000}', '1000', true),
  ('wallet.send_out_quote_sec', '{"type":"integer","minimum":10,"maximum":600}', '60', false),
  ('wallet.password_limit_usd', '{"type":"integer","minimum":0,"maximum":1000000}', '500', true),
  ('wallet.new_address_usd', '{"type":"integer","minimum":0,"maximum":1000000000}', '100', true),
  ('wallet.new_address_hours', '{"type":"integer","minimum":0,"maximum":720}', '24', true),
  ('wallet.hot_float_bp', '{"type":"integer","minimum":0,"maximum":10000}', '500', true),
  ('wallet.hot_floor', '{"type":"object","additionalProperties":{"type":"string","pattern":"^\\d{1,9}(\\.\\d{1,6})?$"},"required":["BTC","ETH","USDT"]}', '{"BTC":"0.5","ETH":"10","USDT":"20000"}', true),
  ('wallet.conversion_quote_sec', '{"type":"integer","minimum":5,"maximum":120}', '15', false),
  ('wallet.conversion_spread_bp', '{"type":"integer","minimum":0,"maximum":1000}', '100', true),
  ('wallet.bitcoin_confirmations', '{"type":"integer","minimum":1,"maximum":100}', '2', true),
  ('staff.look_ups_a_day', '{"type":"integer","minimum":1,"maximum":10000}', '100', true),
  ('wallet.small_deposit_usd', '{"type":"integer","minimum":0,"maximum":10000}', '100', true);

grant select on setting_rules to parley_web, parley_worker, parley_chain, parley_signer;

-- Whole numbers and texts in their bounds, lists of such, and maps that have every key of the default and no other.
create function value_fits(shape jsonb, value jsonb) returns boolean
language plpgsql immutable set search_path = public, pg_temp as $$
begin
  return coalesce(case shape ->> 'type'
    when 'boolean' then jsonb_typeof(value) = 'boolean'
    when 'integer' then case jsonb_typeof(value) when 'number' then
      value::numeric % 1 = 0 and value::numeric between (shape ->> 'minimum')::numeric and (shape ->> 'maximum')::numeric end
    when 'string' then case jsonb_typeof(value) when 'string' then value #>> '{}' ~ (shape ->> 'pattern') end
    when 'array' then case jsonb_typeof(value) when 'array' then
      jsonb_array_length(value) <= (shape ->> 'maxItems')::int
      and not exists (
        select
        from jsonb_array_elements(value) item (one)
        where not value_fits(shape -> 'items', item.one)) end
    when 'object' then case jsonb_typeof(value) when 'object' then
      (select coalesce(jsonb_agg(key order by key), '[]') from jsonb_object_keys(value) as key)
        = (select jsonb_agg(key order by key) from jsonb_array_elements_text(shape -> 'required') as key)
      and not exists (
        select
        from jsonb_each(value) field
        where not value_fits(shape -> 'additionalProperties', field.value)) end
  end, false);
end $$;

-- A row of null stands for the default.
create function hold_setting() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.value <> 'null' and exists (
    select
    from setting_rules rule
    where rule.name = new.name and not value_fits(rule.shape, new.value)
  ) then
    raise exception 'the value does not fit the setting %', new.name using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger settings_fit before insert or update on settings for each row execute function hold_setting();

-- What was changed by staff: why, and by whom as the second one.
alter table setting_changes
  add column reason       text check (char_length(reason) between 3 and 300),
  add column confirmed_by bigint references users check (confirmed_by <> changed_by);

-- Of how many people in a hundred a feature is; who they are hangs on their account and the flag alone.
create table feature_flags (
  name       text        primary key check (name ~ '^[A-Za-z]{3,60}$'),
  percent    int         not null check (percent between 0 and 100),
  initial    int         not null check (initial between 0 and 100),
  changed_by bigint      references users,
  changed_at timestamptz
);
insert into feature_flags (name, percent, initial)
select name, initial, initial
from (values
  ('isOfferCapFeatureEnabled', 100), ('isNewbieOffersEnabled', 100), ('isNewbieOffersCheckedByDefault', 0)) as flag (name, initial);

-- Whom it is switched on or off for by name.
create table feature_flag_users (
  name    text    not null references feature_flags,
  user_id bigint  not null references users,
  is_on   boolean not null,
  primary key (user_id, name)
);

create table feature_flag_changes (
  id         bigint      generated always as identity primary key,
  name       text        not null references feature_flags,
  -- Null is everybody.
  user_id    bigint      references users,
  value      text        not null,
  reason     text        not null check (char_length(reason) between 3 and 300),
  changed_by bigint      references users,
  changed_at timestamptz not null
);
create index feature_flag_changes_of_name on feature_flag_changes (name, id);

create trigger pages_show_flags after insert or update or delete on feature_flags
  for each statement execute function note_topic('site');
grant select on feature_flags, feature_flag_users, feature_flag_changes to parley_web, parley_worker, parley_chain;
grant select on feature_flags, feature_flag_users to parley_signer;
grant select on setting_changes to parley_web;

-- The flags that were settings.
delete from settings
where name in ('flags.on', 'flags.off');

-- Whose code this is: `known` with its owner; `look_alike` where another code only looks like it; `unknown`.
create or replace function find_referral(code text, out state text, out owner_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select
    case
      when owner.id is not null then 'known'
      when exists (
        select from users other
        where replace(replace(translate(lower(other.referral_code), '01l35_-', 'oiies'), 'rn', 'm'), 'vv', 'w')
          = referral_look(find_referral.code)) then 'look_alike'
      else 'unknown'
    end,
    owner.id
  from (select) as once
  left join users owner on owner.referral_code = find_referral.code
$$;
revoke all on function find_referral(text) from public;
grant execute on function find_referral(text) to parley_web, parley_worker;

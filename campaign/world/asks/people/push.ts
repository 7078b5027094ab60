/** Right calls for codes by push, by a user who has chosen another browser for them. */
import type { TestApp } from "../../../../server/testing/index.ts";

export function pushAsks({ owner }: TestApp, registered: () => Promise<{ token: string }>) {
  const withPush = async () => {
    const { token } = await registered();
    await owner.query(
      `with person as (select max(id) as id from users),
       session as (
         insert into sessions (public_id, token_hash, user_id, created_at, seen_at, token_at, expires_at, idle_hours, ip, user_agent)
         select 'push' || id, sha256(id::text::bytea), id, market_now(), market_now(), market_now(), market_now() + interval '1 day',
           24, '', ''
         from person
         returning id, user_id),
       channel as (
         insert into code_channels (user_id, channel, begun_at, confirmed_at)
         select id, 'push', market_now(), market_now() from person),
       device as (
         insert into push_devices (user_id, session_id, endpoint_hash, endpoint, p256dh, auth, made_at)
         select user_id, id, 'of ' || id, 'https://push.example/x', 'k', 'a', market_now() from session
         returning id, user_id, endpoint, p256dh, auth)
       insert into code_devices select user_id, id, endpoint, p256dh, auth, market_now(), market_now() from device`,
    );
    return token;
  };
  const wanted = { kind: "close_account", id: "account" };
  return {
    pushPhoneCode: async () => ({ by: await withPush(), query: wanted }),
    postPushPhoneCode: async () => ({ by: await withPush(), body: wanted }),
  };
}

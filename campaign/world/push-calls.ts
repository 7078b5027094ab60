/** Valid calls of functions that send codes and report their delivery. */
import type { Ground } from "./ground.ts";

/** A phone of the seller's that takes codes by push. */
async function aChosenDevice({ app, market }: Ground): Promise<void> {
  await app.owner.query(
    `with device as (
       insert into push_devices (user_id, session_id, endpoint_hash, endpoint, p256dh, auth, made_at)
       select user_id, id, gen_random_uuid()::text, 'https://push.example/x', 'k', 'a', market_now()
       from sessions
       where user_id = $1 and ended_at is null
       order by id desc
       limit 1
       returning id, user_id, endpoint, p256dh, auth)
     insert into code_devices select user_id, id, endpoint, p256dh, auth, market_now(), market_now() from device`,
    [market.seller.id],
  );
}

/** A chat of the seller's, and a bot that was just asked. */
async function aChat({ app, market }: Ground): Promise<void> {
  await app.owner.query(
    `with bot as (
       insert into telegram_bot (username, asked_at) values ('a_bot', market_now())
       on conflict (id) do update set asked_at = excluded.asked_at)
     insert into telegram_chats (user_id, chat_id, name, linked_at) values ($1, $1, '', market_now())
     on conflict (user_id) do nothing`,
    [market.seller.id],
  );
}

/** A code of the seller's for a release, which nobody has carried yet. */
export async function aSentCode({ app, market }: Ground): Promise<string> {
  const { rows } = await app.owner.query(
    `insert into sent_codes (user_id, channel, sent_by, subject, code_mark, made_at, expires_at, tries_left)
     values ($1, 'sms', 'sms', 'release:x', '', market_now(), market_now() + interval '10 minutes', 5)
     returning id`,
    [market.seller.id],
  );
  return rows[0].id;
}

export function pushCalls(ground: Ground) {
  const { app, market } = ground;
  return {
    take_push_codes: [
      async () => {
        await aChosenDevice(ground);
        await app.owner.query(
          "insert into codes_to_send (user_id, sent_code_id, channel, code, about, made_at) values ($1, 1, 'push', '123456', '{}', market_now())",
          [market.seller.id],
        );
        return [10];
      },
    ],
    take_telegram_codes: [
      async () => {
        await aChat(ground);
        await app.owner.query(
          `with sent as (
             insert into sent_codes (user_id, channel, sent_by, sent_to, subject, code_mark, made_at, expires_at, tries_left)
             values ($1, 'telegram', 'telegram', code_address($1, 'telegram'), 'release:x', '', market_now(),
                     market_now() + interval '10 minutes', 5)
             returning id)
           insert into codes_to_send (user_id, sent_code_id, channel, code, about, made_at)
           select $1, id, 'telegram', '123456', '{}', market_now() from sent`,
          [market.seller.id],
        );
        return [10];
      },
    ],
    takes_telegram_codes: [
      async () => {
        await aChat(ground);
        return [market.seller.id];
      },
    ],
    take_factor_codes: [
      async () => {
        await app.owner.query(
          "insert into codes_to_send (user_id, sent_code_id, channel, code, about, made_at) values ($1, 1, 'sms', '123456', '{}', market_now())",
          [market.seller.id],
        );
        return [10];
      },
    ],
    note_sent_code: [async () => [await aSentCode(ground), "sent", null]],
    sent_code_of: [
      async () => {
        await aSentCode(ground);
        return [market.seller.id, "release:x"];
      },
    ],
    code_address: [async () => [market.seller.id, "email"]],
    device_for_first_code: [
      async () => {
        await aChosenDevice(ground);
        const { rows } = await app.owner.query(
          "update code_devices set confirmed_at = null where user_id = $1 returning device_id",
          [market.seller.id],
        );
        return [market.seller.id, rows[0].device_id, null];
      },
    ],
    devices_for_code: [
      async () => {
        await aChosenDevice(ground);
        return [market.seller.id, null];
      },
    ],
  };
}

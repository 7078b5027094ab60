/** Right calls about an authenticator app and passkeys, by people who have just registered. */
import { base32nopad } from "@scure/base";
import { enableTwoFactor, addPasskey as add, verifyTwoFactor } from "#contract/people/sign-in/two-factor.ts";
import { enrollWith, makeSoftwareKey } from "../../../../server/demo/software-key.ts";
import { totpCode } from "../../../../server/platform/totp.ts";
import { TEST_PASSWORD, type TestApp } from "../../../../server/testing/index.ts";

const password = TEST_PASSWORD;

export function factorAsks(app: TestApp, registered: () => Promise<{ token: string }>) {
  const now = () => app.db.read((tx) => tx.readClock());
  const begun = async () => {
    const { token } = await registered();
    const { data } = await app.client(token).call(enableTwoFactor, { body: { password } });
    return { token, code: totpCode(base32nopad.decode(data.secret), await now()) };
  };
  const aPasskey = async () => {
    const made = makeSoftwareKey();
    const new_passkey = enrollWith(made, { origin: app.config.publicUrl.origin, now: await now() });
    return { id: made.key.id, body: { password, name: "Phone", new_passkey } };
  };
  /** Confirmed where they can be reached, and begun with codes by email. */
  const aBeginner = async () => {
    const { token } = await registered();
    const { rows } = await app.owner.query(
      "update users set email_confirmed_at = market_now(), named_at = market_now() where id = (select max(id) from users) returning id",
    );
    await app.client(token).call(enableTwoFactor, { body: { password, type: "email" } });
    await app.owner.query("update sent_codes set made_at = made_at - interval '2 minutes'");
    return { token, id: rows[0].id };
  };
  const withCodes = (channel: Channel) => aUserWithCodes(app, aBeginner, channel);
  return {
    resendTwoFactor: async () => ({ by: (await aBeginner()).token, body: { type: "email" } }),
    sendMailCode: async () => ({ by: await withCodes("email"), query: { kind: "close_account", id: "account" } }),
    sendTextCode: async () => ({ by: await withCodes("sms"), query: { kind: "close_account", id: "account" } }),
    callPhoneCode: async () => ({ by: await withCodes("sms"), query: { kind: "close_account", id: "account" } }),
    sendTelegramCode: async () => ({
      by: await withCodes("telegram"),
      query: { kind: "close_account", id: "account" },
    }),
    getSentCode: async () => ({
      by: (await registered()).token,
      query: { kind: "close_account", id: "account" },
    }),
    enableTwoFactor: async () => ({ by: (await registered()).token, body: { password } }),
    verifyTwoFactor: async () => {
      const { token, code } = await begun();
      return { by: token, body: { code } };
    },
    deactivateTwoFactor: async () => {
      const { token, code } = await begun();
      await app.client(token).call(verifyTwoFactor, { body: { code } });
      return { by: token, body: { password } };
    },
    addPasskey: async () => ({ by: (await registered()).token, body: (await aPasskey()).body }),
    removePasskey: async () => {
      const { token } = await registered();
      const { id, body } = await aPasskey();
      await app.client(token).call(add, { body });
      return { by: token, body: { password, id } };
    },
  };
}

type Channel = "sms" | "email" | "telegram";

/** With a number and a chat; of codes by this channel. */
async function aUserWithCodes(
  app: TestApp,
  aBeginner: () => Promise<{ token: string; id: string }>,
  channel: Channel,
): Promise<string> {
  const { token, id } = await aBeginner();
  await app.owner.query(
    `insert into phones (user_id, number_sealed, number_index, calling_code, confirmed_at)
       values ($1::bigint, '', $1::text::bytea, '49', market_now())`,
    [id],
  );
  await app.owner.query(
    `with bot as (
         insert into telegram_bot (username, asked_at) values ('a_bot', market_now())
         on conflict (id) do update set asked_at = excluded.asked_at)
       insert into telegram_chats (user_id, chat_id, name, linked_at) values ($1::bigint, $1::bigint, '', market_now())`,
    [id],
  );
  await app.owner.query(
    "update code_channels set channel = $2, confirmed_at = market_now(), address = case when $2 = 'telegram' then code_address($1::bigint, $2) end where user_id = $1",
    [id, channel],
  );
  return token;
}

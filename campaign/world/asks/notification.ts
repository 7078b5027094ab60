/** Right calls about notifications. */
import { createECDH } from "node:crypto";
import { RECEIPT } from "../../../server/reach/notifications/channels/receipts.ts";
import { findUserById } from "../../../server/people/accounts/index.ts";
import { aboutStopping } from "../../../server/reach/notifications/channels/stop-emails.ts";
import { stopLink } from "../../../server/platform/mail/stop-link.ts";
import { signed } from "../../../server/platform/sealed.ts";
import type { TestApp, TestClient } from "../../../server/testing/index.ts";

export function notificationAsks({ owner, db }: TestApp, { id, client }: { id: bigint; client: TestClient }) {
  let serial = 0;
  const browser = () => {
    const pair = createECDH("prime256v1");
    const keys = { p256dh: pair.generateKeys("base64url"), auth: "AAAAAAAAAAAAAAAAAAAAAA" };
    return { endpoint: `https://push.example.com/${serial++}`, keys };
  };
  return {
    subscribePush: async () => ({ by: client.token, body: browser() }),
    unsubscribePush: async () => ({ by: client.token, body: { endpoint: browser().endpoint } }),
    confirmPush: async () => ({
      by: "",
      body: { receipt: `1.${signed("1", RECEIPT)}`, state: "delivered" },
    }),
    receiveNotifications: async () => ({ by: client.token, body: { ids: ["1"] } }),
    testNotification: async () => ({ by: client.token, body: { channel: "web" } }),
    linkTelegram: async () => {
      await owner.query(
        `insert into telegram_bot (username, asked_at) values ('a_bot', market_now())
         on conflict (id) do update set asked_at = excluded.asked_at`,
      );
      return { by: client.token };
    },
    saveSettings: async () => ({
      by: client.token,
      body: { locale: "en", notifications: { trade_paid: ["web", "email"] }, mail_phrase: "blue heron" },
    }),
    stopEmails: async () => {
      const user = await db.read((tx) => findUserById(tx, id));
      if (!user) throw new Error("the account of the letter is not there");
      return { by: "", body: { token: stopLink(aboutStopping(user, "wallet")).split("token=")[1] } };
    },
  };
}

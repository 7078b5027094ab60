/** Right calls about notifications. */
import { newestMailTo } from "../../../server/platform/mail/mail.ts";
import type { Caller } from "../../../server/platform/http/policy.ts";
import { aboutStopping as aboutIncidents, subscribe } from "../../../server/site/status/mail/subscribe.ts";
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
    ...incidentAsks(db),
    stopEmails: async () => {
      const user = await db.read((tx) => findUserById(tx, id));
      if (!user) throw new Error("the account of the letter is not there");
      return { by: "", body: { token: stopLink(aboutStopping(user, "wallet")).split("token=")[1] } };
    },
  };
}

/** Of an address that asked for emails about incidents. */
function incidentAsks(db: TestApp["db"]) {
  let subscribers = 0;
  const asked = async () => {
    const email = `incidents${subscribers++}@example.org`;
    const caller = { ip: `198.19.${subscribers >> 8}.${subscribers & 255}` } as Caller;
    return db.tx(async (tx) => {
      await subscribe(tx, { body: { email, locale: "en" }, caller });
      return /\?confirm=(\S+)/.exec((await newestMailTo(tx, email)) ?? "")?.[1] ?? "";
    });
  };
  return {
    subscribeToIncidents: async () => ({ by: "", body: { email: `asks${subscribers++}@example.org`, locale: "en" } }),
    confirmIncidentMail: async () => ({ by: "", body: { token: await asked() } }),
    stopIncidentMail: async () => {
      const link = stopLink(aboutIncidents((await asked()).split(".")[0] ?? ""));
      return { by: "", body: { token: link.split("token=")[1] } };
    },
  };
}

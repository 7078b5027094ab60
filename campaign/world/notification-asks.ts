/** Right calls about notifications. */
import { stopLink } from "../../server/outward/notifications/stop-emails.ts";
import type { TestApp, TestClient } from "../../server/testing/index.ts";

export function notificationAsks({ owner }: TestApp, { id, client }: { id: bigint; client: TestClient }) {
  return {
    saveSettings: async () => ({
      by: client.token,
      body: { locale: "en", notifications: { trade_paid: ["web", "email"] }, mail_phrase: "blue heron" },
    }),
    stopEmails: async () => {
      const { rows } = await owner.query("select external_id::text as id from users where id = $1", [id]);
      return { by: "", body: { token: stopLink(rows[0].id, "wallet").split("token=")[1] } };
    },
  };
}

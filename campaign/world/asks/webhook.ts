/** Right calls about webhooks, by people who have just registered. */
import { prove } from "#contract/people/sign-in/auth.ts";
import { TEST_PASSWORD, type TestApp } from "../../../server/testing/index.ts";

const PROOF = { kind: "set_webhook", id: "account" } as const;
const URL_OF = "https://hooks.example.com/parley";

export function webhookAsks(app: TestApp, registered: () => Promise<{ token: string }>) {
  const proved = async () => {
    const client = app.client((await registered()).token);
    await client.call(prove, { body: { for: PROOF, password: TEST_PASSWORD } });
    return client;
  };
  /** With a delivery that has failed. */
  const withWebhook = async (isProved = false) => {
    const client = isProved ? await proved() : app.client((await registered()).token);
    const { rows } = await app.owner.query<{ id: bigint }>("select max(id) as id from users");
    const userId = rows[0]?.id;
    await app.owner.query(
      `with endpoint as (
         insert into webhook_endpoints (user_id, url, verified_url, is_enabled, verified_at, events, secret_sealed, created_at)
         values ($1, $2, $2, true, market_now(), '{trade.paid}', $3, market_now())
         returning id
       ), message as (
         insert into webhook_messages (public_id, user_id, type, subject, seq, body, at)
         values ('Message' || $1, $1, 'trade.paid', 'x', 1, '{}', market_now())
         returning id
       )
       insert into webhook_deliveries (public_id, endpoint_id, message_id, cause, attempt, planned_at, ended_at, is_accepted)
       select 'Delivery' || $1, endpoint.id, message.id, 'event', 6, market_now(), market_now(), false
       from endpoint, message`,
      [userId, URL_OF, Buffer.alloc(61, 1)],
    );
    return { by: client.token, id: `Delivery${userId}` };
  };
  return {
    verifyWebhook: async () => ({ by: (await proved()).token, body: { url: URL_OF } }),
    saveWebhook: async () => ({ by: (await withWebhook()).by, body: { url: URL_OF } }),
    deleteWebhook: async () => ({ by: (await withWebhook()).by }),
    chooseWebhookEvents: async () => ({
      by: (await withWebhook()).by,
      body: { events: [{ name: "trade.paid" as const, checked: true }] },
    }),
    testWebhook: async () => ({ by: (await withWebhook()).by }),
    changeWebhookSecret: async () => ({ by: (await withWebhook(true)).by }),
    replayWebhook: async () => {
      const { by, id } = await withWebhook();
      return { by, params: { id } };
    },
    replayFailedWebhooks: async () => ({ by: (await withWebhook()).by, body: { since: "2020-01-01T00:00:00Z" } }),
  };
}

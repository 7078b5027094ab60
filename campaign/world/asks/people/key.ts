/** Right calls about keys for programs, by people who have just registered. */
import { createApiKey } from "#contract/people/api-keys.ts";
import { prove } from "#contract/people/sign-in/auth.ts";
import { aPerson, giveLevel, TEST_PASSWORD, type TestApp } from "../../../../server/testing/index.ts";

const PROOF = { kind: "create_api_key", id: "account" } as const;
const BODY = { name: "Books", scopes: ["trades" as const], networks: ["203.0.113.0/24"], days: 30 as const };

const SPOT_BODY = {
  ...{ name: "Bot", markets: ["BTC-USDT" as const], day_usd: 1000 as const },
  ...{ networks: ["203.0.113.0/24"], days: 30 as const },
};

export function keyAsks(app: TestApp, registered: () => Promise<{ token: string }>) {
  const proved = async () => {
    const client = app.client((await registered()).token);
    await client.call(prove, { body: { for: PROOF, password: TEST_PASSWORD } });
    return client;
  };
  return {
    createApiKey: async () => ({ by: (await proved()).token, body: BODY }),
    createSpotKey: async () => {
      const { id, client } = await aPerson(app);
      await giveLevel(app, id, 4);
      await app.prove(client.token, { kind: "spot_key", id: "30d-1000usd" });
      return { by: client.token, body: SPOT_BODY };
    },
    endApiKey: async () => {
      const client = await proved();
      const { key } = (await client.call(createApiKey, { body: BODY, proves: false })).data;
      return { by: client.token, params: { id: key.id } };
    },
  };
}

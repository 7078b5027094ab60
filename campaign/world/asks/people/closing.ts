/** Right calls about closing an account and having its data packed, by people who have just registered. */
import { askToClose } from "#contract/compliance/closing.ts";
import { prove } from "#contract/people/sign-in/auth.ts";
import { TEST_PASSWORD, type TestApp } from "../../../../server/testing/index.ts";

export function closingAsks(app: TestApp, registered: () => Promise<{ token: string }>) {
  const body = { reason: "other" } as const;
  const proved = async (kind: "close_account" | "download_data" = "close_account") => {
    const client = app.client((await registered()).token);
    const wanted = { kind, id: "account" } as const;
    await client.call(prove, { body: { for: wanted, password: TEST_PASSWORD } });
    return client;
  };
  return {
    askForData: async () => ({ by: (await proved("download_data")).token }),
    askToClose: async () => ({ by: (await proved()).token, body }),
    takeBackClosing: async () => {
      const client = await proved();
      await client.call(askToClose, { body });
      return { by: client.token };
    },
  };
}

/** Right calls about telephone numbers, each by a user who has just registered, with a number of their own. */
import { askForPhoneCode } from "../../../../server/testing/people/phone.ts";
import type { TestApp } from "../../../../server/testing/index.ts";

export function phoneAsks(app: TestApp, registered: () => Promise<{ token: string }>) {
  let serial = 100_000;
  const phone = () => `+4915123${serial++}`;
  const begun = async () => {
    const { token } = await registered();
    // All of them are at one network, which gets so many a day.
    await app.owner.query("update phone_messages set network = id::text, calling_code = id::text");
    return { token, code: await askForPhoneCode(app, app.client(token), phone()) };
  };
  return {
    sendPhoneCode: async () => {
      const { token } = await begun();
      await app.owner.query("update phone_messages set made_at = made_at - interval '3 days', network = id::text");
      return { by: token, body: { phone: phone(), isCitizenshipConsentAccepted: true } };
    },
    confirmPhone: async () => {
      const { token, code } = await begun();
      return { by: token, body: { phoneCode: code } };
    },
    saveMessengerProfile: async () => ({
      by: (await registered()).token,
      body: { accept_chat_messages: "trade_partners" },
    }),
    resetPhone: async () => ({ by: (await begun()).token }),
  };
}

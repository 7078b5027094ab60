/** Right calls about an authenticator app and passkeys, by people who have just registered. */
import { base32nopad } from "@scure/base";
import { enableTwoFactor, addPasskey as add, verifyTwoFactor } from "#contract/two-factor.ts";
import { enrollWith, makeSoftwareKey } from "../../server/demo/software-key.ts";
import { totpCode } from "../../server/signer/totp.ts";
import { TEST_PASSWORD, type TestApp } from "../../server/testing/index.ts";

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
  return {
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

/** Right calls about passwords, by people who have just registered. */
import { ids } from "../../../../server/platform/ids.ts";
import { TEST_PASSWORD, type TestApp } from "../../../../server/testing/index.ts";

type Registered = () => Promise<{ token: string; body: { email: string } }>;
const NEW_PASSWORD = "slate harbor nine lanterns";

export function passwordAsks({ owner }: TestApp, registered: Registered) {
  return {
    forgotPassword: async () => ({ by: "", body: { email: (await registered()).body.email } }),
    resetPassword: async () => {
      await registered();
      const token = ids.secret();
      await owner.query(
        `insert into password_resets (token_hash, user_id, changes, made_at, expires_at)
         select encode(sha256(convert_to($1, 'utf8')), 'hex'), user_id, changes, market_now(), market_now() + interval '1 hour'
         from credentials
         where user_id = (select max(user_id) from credentials)`,
        [token],
      );
      return { by: "", body: { token, new_password: NEW_PASSWORD } };
    },
    changePassword: async () => {
      const { token } = await registered();
      return { by: token, body: { password: TEST_PASSWORD, new_password: NEW_PASSWORD } };
    },
  };
}

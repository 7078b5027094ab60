/** Right calls of a user who has shown the password, and must show a second factor. */
import { base32nopad } from "@scure/base";
import { login } from "#contract/people/sign-in/auth.ts";
import { askApproval, listSignInRequests } from "#contract/people/sign-in/sign-in-approvals.ts";
import { enableTwoFactor, verifyTwoFactor } from "#contract/people/sign-in/two-factor.ts";
import { totpCode } from "../../../../server/platform/totp.ts";
import { TEST_PASSWORD, type TestApp } from "../../../../server/testing/index.ts";

type Registered = () => Promise<{ token: string; body: { email: string } }>;
const password = TEST_PASSWORD;

function signInOf(headers: Record<string, unknown>): string {
  const cookies = ([] as string[]).concat(headers["set-cookie"] as string | string[]);
  return /parley_sign_in=([^;]+)/.exec(cookies.join("\n"))?.[1] ?? "";
}

export function signInAsks(app: TestApp, registered: Registered) {
  const now = () => app.db.read((tx) => tx.readClock());
  const asked = async (email: string) => {
    const { headers } = await app.client().call(login, { body: { email, password } });
    return signInOf(headers);
  };
  const withApp = async () => {
    const { token, body } = await registered();
    const client = app.client(token);
    const { data } = await client.call(enableTwoFactor, { body: { password } });
    const code = async () => totpCode(base32nopad.decode(data.secret), await now());
    const confirmed = await client.call(verifyTwoFactor, { body: { code: await code() } });
    // A code counts once.
    await app.owner.query("update authenticators set last_step = 0");
    return { token, email: body.email, code, codes: confirmed.data.recoveryCodes ?? [] };
  };
  /** Of a user with an app, asked for approval: as the new browser and as its owner's session see it. */
  const waiting = async () => {
    const { token, email, code } = await withApp();
    const client = app.client();
    const { headers } = await client.call(login, { body: { email, password } });
    const { data } = await client.call(askApproval);
    const [request] = (await app.client(token).call(listSignInRequests)).data;
    const body = { id: request?.id ?? "", number: data.number, code: await code() };
    return { token, signIn: signInOf(headers), body };
  };
  const withMail = async () => {
    const { body } = await registered();
    await app.owner.query(
      `with person as (
         update users set email_confirmed_at = market_now(), named_at = market_now() where id = (select max(id) from users) returning id)
       insert into code_channels (user_id, channel, begun_at, confirmed_at)
       select id, 'email', market_now(), market_now() from person`,
    );
    return asked(body.email);
  };
  return {
    finishLogin: async () => {
      const { email, codes } = await withApp();
      return { by: "", signIn: await asked(email), body: { recovery_code: codes[0] } };
    },
    sendSignInCode: async () => ({ by: "", signIn: await withMail(), body: { by: "email" } }),
    getSignInCode: async () => ({ by: "", signIn: await withMail() }),
    askApproval: async () => ({ by: "", signIn: await asked((await withApp()).email) }),
    watchApproval: async () => ({ by: "", signIn: (await waiting()).signIn }),
    approveSignIn: async () => {
      const { token, body } = await waiting();
      return { by: token, body };
    },
    denySignIn: async () => {
      const { token, body } = await waiting();
      return { by: token, body: { id: body.id } };
    },
    setFactorOptions: async () => {
      const { token, code } = await withApp();
      return { by: token, body: { code: await code(), login: true, release: true, sendout: false } };
    },
    setQuestions: async () => {
      const { token, code } = await withApp();
      const chosen = ["first_pet", "first_school", "first_job"].map((question) => ({ question, answer: question }));
      return { by: token, body: { code: await code(), chosen } };
    },
    makeRecoveryCodes: async () => {
      const { token, code } = await withApp();
      return { by: token, body: { code: await code() } };
    },
  };
}

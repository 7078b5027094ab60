/** Valid calls about accounts at providers, right after the provider's response. */
import { prove } from "#contract/people/sign-in/auth.ts";
import { beginSocialConnection, beginSocialSignIn } from "#contract/people/sign-in/social.ts";
import { ids } from "../../../../server/platform/ids.ts";
import { TEST_PASSWORD, type TestApp, type TestClient } from "../../../../server/testing/index.ts";

type Registered = () => Promise<{ token: string; body: object }>;

const params = { provider: "there" };

/** As a worker names it, for as long as the test runs. */
export const nameProvider = ({ owner }: Pick<TestApp, "owner">) =>
  owner.query(
    `insert into social_providers
       (id, title, issuer, client_id, redirect_uri, position, authorization_endpoint, seen_at)
     values ('there', 'There', 'https://there.example', 'parley', 'http://localhost/login/social/there', 0,
       'https://there.example/auth', 'infinity')
     on conflict do nothing`,
  );

/** The provider's response to the newest attempt, as a worker writes it. */
export const tellOfNewest = ({ owner }: Pick<TestApp, "owner">) =>
  owner.query(
    `update social_attempts
     set status = 'verified', verified_at = market_now(), issuer = 'https://there.example', subject_hash = sha256($1::text::bytea)
     where id = (select max(id) from social_attempts)
     returning id, public_id, user_id`,
    [ids.hash()],
  );

export function socialAsks(app: TestApp, registered: Registered) {
  const cookieOf = (headers: Record<string, unknown>) => {
    const cookies = ([] as string[]).concat(headers["set-cookie"] as string | string[]);
    return /parley_sign_in=([^;]+)/.exec(cookies.join("\n"))?.[1] ?? "";
  };
  const stateOf = (location: string) => `?state=${new URL(location).searchParams.get("state")}&code=known`;
  const answered = async () => {
    await nameProvider(app);
    const { data, headers } = await app.client().call(beginSocialSignIn, { params, body: {} });
    await tellOfNewest(app);
    return { signIn: cookieOf(headers), answer: stateOf(data.location) };
  };
  const member = async () => {
    await nameProvider(app);
    return app.client((await registered()).token);
  };
  const toConnect = async (client: TestClient) => {
    await client.call(beginSocialConnection, { params, body: {} });
    const { rows } = await tellOfNewest(app);
    const id = rows[0].public_id as string;
    await client.call(prove, { body: { for: { kind: "connect_social", id }, password: TEST_PASSWORD } });
    return id;
  };
  return {
    beginSocialSignIn: async () => {
      await nameProvider(app);
      return { by: "", params, body: {} };
    },
    finishSocial: async () => {
      const { signIn, answer } = await answered();
      return { by: "", signIn, params, body: { answer } };
    },
    registerBySocial: async () => ({
      by: "",
      signIn: (await answered()).signIn,
      params,
      body: {
        email: `${ids.hash().toLowerCase()}@example.org`,
        password: TEST_PASSWORD,
      },
    }),
    beginSocialConnection: async () => ({ by: (await member()).token, params, body: {} }),
    connectSocialAccount: async () => {
      const client = await member();
      return { body: { id: await toConnect(client) }, by: client.token };
    },
    disconnectSocialAccount: async () => {
      const client = await member();
      await app.owner.query(
        `insert into social_accounts (user_id, provider, issuer, subject_hash, connected_at)
         values ((select max(id) from users), 'there', 'https://there.example', sha256($1::text::bytea), market_now())`,
        [ids.hash()],
      );
      const wanted = { kind: "disconnect_social", id: "there" } as const;
      await client.call(prove, { body: { for: wanted, password: TEST_PASSWORD } });
      return { by: client.token, params };
    },
  };
}

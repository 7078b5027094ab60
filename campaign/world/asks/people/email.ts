/** Right calls about another email, by people who have just registered and confirmed theirs. */
import { prove } from "#contract/people/sign-in/auth.ts";
import { changeEmail } from "#contract/people/email-change.ts";
import { ids } from "../../../../server/platform/ids.ts";
import { TEST_PASSWORD, type TestApp } from "../../../../server/testing/index.ts";

const PROOF = { kind: "change_email", id: "account" } as const;

export function emailAsks(app: TestApp, registered: () => Promise<{ token: string }>) {
  const proved = async () => {
    const client = app.client((await registered()).token);
    await app.owner.query(
      "update users set email_confirmed_at = market_now(), named_at = market_now() where id = (select max(id) from users)",
    );
    await client.call(prove, { body: { for: PROOF, password: TEST_PASSWORD } });
    return client;
  };
  const asked = async () => {
    const [client, email] = [await proved(), `${ids.hash().toLowerCase()}@example.org`];
    await client.call(changeEmail, { body: { email } });
    const { rows } = await app.owner.query("select body_text from mails where to_address = $1", [email]);
    return { client, code: /\b(\d{6})\b/.exec(rows.at(-1)?.body_text ?? "")?.[1] };
  };
  return {
    changeEmail: async () => ({
      by: (await proved()).token,
      body: { email: `${ids.hash().toLowerCase()}@example.org` },
    }),
    confirmEmailChange: async () => {
      const { client, code } = await asked();
      return { by: client.token, body: { code } };
    },
    undoEmailChange: async () => {
      const token = ids.secret();
      await asked();
      await app.owner.query(
        `update email_changes
         set old_sealed = email_sealed, old_index = email_index, done_at = market_now(),
           undo_until = market_now() + interval '1 day', undo_hash = encode(sha256(convert_to($1, 'utf8')), 'hex')
         where id = (select max(id) from email_changes)`,
        [token],
      );
      return { by: "", body: { token } };
    },
  };
}

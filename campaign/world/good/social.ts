/** Right arguments for functions of accounts elsewhere. */
import { ids } from "../../../server/platform/ids.ts";
import { aPerson } from "../../../server/testing/index.ts";
import { type Good, type Ground, one, prove } from "../ground.ts";

type Made = { id: string; public_id: string };

/** Begun in a browser, with the worker's answer for the worker. */
const anAttempt = (ground: Ground, { userId = null, isTold = true }: { userId?: bigint | null; isTold?: boolean }) =>
  one<Made>(
    ground,
    `insert into social_attempts (public_id, provider, user_id, token_hash, browser_hash, state_hash, nonce, code_verifier,
       began_at, expires_at, status, verified_at, issuer, subject_hash)
     select $1, 'there', $2, $3, 'browser', 'state', '', '', market_now(), market_now() + interval '10 minutes',
       case when $4 then 'verified' else 'begun' end, case when $4 then market_now() end,
       case when $4 then 'https://there.example' end, case when $4 then $3::bytea end
     returning id, public_id`,
    [ids.hash(), userId, Buffer.from(ids.secret()), isTold],
  );

const connected = (ground: Ground, userId: bigint) =>
  ground.app.owner.query(
    `insert into social_accounts (user_id, provider, issuer, subject_hash, connected_at)
     values ($1, 'there', 'https://there.example', $2, market_now())`,
    [userId, Buffer.from(ids.secret())],
  );

export function socialCalls(ground: Ground): Record<string, Good[]> {
  const { app } = ground;
  return {
    return_social_attempt: [
      async () => {
        const { id } = await anAttempt(ground, { isTold: false });
        const { token_hash: hash } = await one<{ token_hash: Buffer }>(
          ground,
          "select token_hash from social_attempts where id = $1",
          [id],
        );
        return [hash, Buffer.from("browser"), Buffer.from("state"), "there", "code=known"];
      },
    ],
    use_social_sign_in: [
      async () => {
        const { id: person } = await aPerson(app);
        const { id } = await anAttempt(ground, {});
        await app.owner.query(
          `insert into social_accounts (user_id, provider, issuer, subject_hash, connected_at)
           select $1, provider, issuer, subject_hash, market_now() from social_attempts where id = $2`,
          [person, id],
        );
        return [id];
      },
    ],
    connect_social_account: [
      async () => {
        const { id: person } = await aPerson(app);
        const { public_id: id } = await anAttempt(ground, { userId: person });
        await prove(ground, `connect_social:${person}:${id}`, person);
        return [person, id];
      },
    ],
    register_social_account: [
      async () => {
        const { id: person } = await aPerson(app);
        await app.owner.query("update users set email_confirmed_at = null, created_at = market_now() where id = $1", [
          person,
        ]);
        await app.owner.query("delete from sessions where user_id = $1", [person]);
        return [person, (await anAttempt(ground, {})).id];
      },
    ],
    disconnect_social_account: [
      async () => {
        const { id: person } = await aPerson(app);
        await connected(ground, person);
        await prove(ground, `disconnect_social:${person}:there`, person);
        return [person, "there"];
      },
    ],
  };
}

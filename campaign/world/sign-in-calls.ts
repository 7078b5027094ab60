/** Right arguments for functions of sign-ins that wait for their second step. */
import { ids } from "../../server/platform/ids.ts";
import type { Good, Ground } from "./ground.ts";

/** Returns its id. Of nobody who waits already. */
async function aSignIn({ app, market }: Ground, minutesLeft = 10): Promise<string> {
  await app.owner.query("delete from pending_sign_ins where user_id = $1", [market.buyer.id]);
  const { rows } = await app.owner.query(
    `insert into pending_sign_ins (token_hash, public_id, user_id, browser_hash, password_at, made_at, expires_at, tries_left)
     values ($1, $2, $3, 'browser', market_now(), market_now() + make_interval(mins => $4 - 10),
       market_now() + make_interval(mins => $4), 5)
     returning id`,
    [Buffer.from(ids.secret()), ids.hash(), market.buyer.id, minutesLeft],
  );
  return rows[0].id;
}

const CHOICES = [27, 51, 84];

export function signInCalls(ground: Ground): Record<string, Good[]> {
  const { app, market } = ground;
  const asked = async () => {
    const publicId = ids.hash();
    await app.owner.query("select ask_sign_in_approval($1, $2, 27, $3, '203.0.113')", [
      await aSignIn(ground),
      publicId,
      CHOICES,
    ]);
    return publicId;
  };
  return {
    ask_sign_in_approval: [async () => [await aSignIn(ground), ids.hash(), 27, CHOICES, "203.0.113"]],
    deny_sign_in: [async () => [await asked(), market.buyer.id]],
    tell_unfinished_sign_ins: [
      async () => {
        await aSignIn(ground, -1);
        return [10];
      },
    ],
  };
}

/** Right calls about videos and about names on a new list: of people who are made for them, by an administrator who has looked. */
import { startVideoVerification } from "#contract/compliance/verification/verification.ts";
import { ids } from "../../../../server/platform/ids.ts";
import { aSubmitted, look } from "../../../../server/testing/people/verification.ts";
import { aNamed } from "./company.ts";
import type { World } from "../../open-world.ts";

const REASON = "as it was submitted";

export function videoAsks({ app, tokens }: Pick<World, "app" | "tokens">) {
  const aNamedUser = () => aNamed(app);
  return {
    startVideoVerification: async () => {
      const person = await aNamedUser();
      await aSubmitted(app, person);
      return { by: person.token };
    },
    uploadVideoVerification: async () => {
      const person = await aNamedUser();
      await aSubmitted(app, person);
      const { verificationReference: reference } = (await person.client.call(startVideoVerification)).data.verification;
      await app.owner.query(
        `insert into verification_pictures
         select id, 'video', 'key of a video', 'sealed', market_now() from verifications where reference = $1`,
        [reference],
      );
      const url = `/rest/v1/verification/${reference}/pictures/video`;
      return { by: person.token, other: tokens.stranger, body: { url } };
    },
    decideScreening: async () => {
      const person = await aNamedUser();
      const opened = await aSubmitted(app, person);
      await look({ client: app.client(tokens.admin) }, opened, REASON);
      const reference = ids.hash();
      await app.owner.query(
        `insert into screening_hits (reference, user_id, listed_name, percent, found_at)
         select $1, user_id, 'Listed Person', 95, market_now() from verifications where reference = $2`,
        [reference, opened],
      );
      await app.prove(tokens.admin, { kind: "approve_verification", id: reference });
      return {
        by: tokens.admin,
        other: tokens.stranger,
        body: { reference, verdict: "somebody_else", reason: REASON },
      };
    },
  };
}

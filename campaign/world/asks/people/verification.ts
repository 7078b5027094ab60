/** Right calls about documents: of people who are made for them, by an administrator who has opened what they decide. */
import { CHECKLIST } from "#contract/compliance/verification/names.ts";
import { aSubmitted, look, startId } from "../../../../server/testing/people/verification.ts";
import { aNamed } from "./company.ts";
import type { World } from "../../open-world.ts";

const REASON = "as it was submitted";

const passport = {
  issue_country_iso3: "NGA",
  document_type: "passport",
  first_name_original: "Ada",
  last_name_original: "Obi",
  document_number: "A00123456",
};
const home = {
  country_iso3: "NGA",
  document_type: "utility_bill",
  city_name: "Lagos",
  address_line_1: "1 Broad Street",
};

export function verificationAsks({ app, tokens }: Pick<World, "app" | "tokens">) {
  const aNamedUser = () => aNamed(app);
  const aPending = async () => aSubmitted(app, await aNamedUser());
  const anOpened = async () => {
    const reference = await aPending();
    await look({ client: app.client(tokens.admin) }, reference, REASON);
    return reference;
  };
  /** As if its pictures had been sent. */
  const aComplete = async () => {
    const person = await aNamedUser();
    const { verificationReference: reference } = (await startId(person)).data;
    await app.owner.query(
      `insert into verification_pictures
       select id, side, 'key of ' || side, 'sealed', market_now()
       from verifications, unnest('{front,selfie}'::text[]) as side
       where reference = $1`,
      [reference],
    );
    return { token: person.token, reference };
  };
  const by = { by: tokens.admin, other: tokens.stranger };
  return {
    startIdVerification: async () => ({ by: (await aNamedUser()).token, body: passport }),
    startDocumentVerification: async () => {
      const person = await aNamedUser();
      await aSubmitted(app, person);
      return { by: person.token, body: home };
    },
    leftAttempt: async () => ({ by: (await aNamedUser()).token, params: { type: "id" } }),
    getLevelLimits: async () => ({ by: (await aNamedUser()).token, params: { level: "Dashboard" } }),
    markSumsubPending: async () => {
      const { token, reference } = await aComplete();
      return { by: token, other: tokens.stranger, body: { verificationReference: reference } };
    },
    getSumsubToken: async () => {
      const { token, reference } = await aComplete();
      await app.owner.query(
        "insert into document_provider (seen_at) values (market_now()) on conflict (id) do update set seen_at = market_now()",
      );
      return { by: token, other: tokens.stranger, body: { verificationReference: reference } };
    },
    submitVerification: async () => {
      const { token, reference } = await aComplete();
      return { by: token, other: tokens.stranger, params: { reference } };
    },
    lookAtVerification: async () => ({ ...by, body: { reference: await aPending(), reason: REASON } }),
    approveVerification: async () => {
      const reference = await anOpened();
      await app.prove(tokens.admin, { kind: "approve_verification", id: reference });
      return { ...by, body: { reference, checked: [...CHECKLIST.id] } };
    },
    rejectVerification: async () => ({ ...by, body: { reference: await anOpened(), reasons: ["unreadable"] } }),
    demandVerification: async () => {
      const { username } = await aNamedUser();
      await app.prove(tokens.admin, { kind: "demand_verification", id: username, document: "id" });
      return { ...by, body: { username, kind: "id", reason: REASON } };
    },
  };
}

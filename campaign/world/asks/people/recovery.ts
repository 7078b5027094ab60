/** Right calls about recoveries: cases made for each, of people who are made for them. */
import { RECOVERY_CHECKLIST } from "#contract/compliance/recovery/names.ts";
import { ids } from "../../../../server/platform/ids.ts";
import { anAddress, recovering } from "../../../../server/testing/people/recovery.ts";
import type { NamedUser } from "../../../../server/testing/people/restrictions.ts";
import { aNamed } from "./company.ts";
import type { World } from "../../open-world.ts";

/** Cases in every status. */
function casesOf({ app, tokens }: Pick<World, "app" | "tokens">) {
  const { owner } = app;
  const { ask, look } = recovering(app);
  const admin = { client: app.client(tokens.admin) } as Pick<NamedUser, "client">;
  const started = async () => (await ask(`named_${ids.hash()}`)).data;
  const put = (reference: string, set: string, ...values: unknown[]) =>
    owner.query(`update account_recoveries set ${set} where reference = $1`, [reference, ...values]);
  const withPictures = (reference: string) =>
    owner.query(
      `insert into recovery_pictures
       select id, side, 'key of ' || side, 'sealed', market_now()
       from account_recoveries, unnest('{front,selfie}'::text[]) as side
       where reference = $1`,
      [reference],
    );
  /** Of a user with an earlier document. */
  const aPending = async () => {
    const { reference } = (await started()).state;
    const { username, token } = await aNamed(app);
    await put(
      reference,
      "status = 'pending', confirmed_at = market_now(), user_id = (select id from users where username = $2)",
      username,
    );
    await owner.query(
      `insert into verifications (reference, user_id, kind, status, country_iso3, document_type, details_sealed, started_at, submitted_at, decided_at)
       select $1, id, 'id', 'approved', 'NGA', 'passport', '', at, at, at
       from users, (select market_now() - interval '1 day' as at) as made where username = $2`,
      [ids.hash(), username],
    );
    return { reference, token };
  };
  const anOpened = async () => {
    const { reference } = await aPending();
    await look(admin, reference);
    return reference;
  };
  const linked = async (reference: string, column: string, set: string) => {
    const token = ids.secret();
    await put(reference, `${column} = encode(sha256(convert_to($2, 'utf8')), 'hex'), ${set}`, token);
    return token;
  };
  return { started, put, withPictures, aPending, anOpened, linked };
}

export function recoveryAsks({ app, tokens }: Pick<World, "app" | "tokens">) {
  const { owner } = app;
  const { started, put, withPictures, aPending, anOpened, linked } = casesOf({ app, tokens });
  const by = { by: tokens.admin, other: tokens.stranger };
  return {
    startRecovery: async () => ({
      by: "",
      body: { account: `named_${ids.hash()}`, email: anAddress(), story: "Everything was stolen.", locale: "en" },
    }),
    submitRecovery: async () => {
      const { secret, state } = await started();
      await withPictures(state.reference);
      return { by: "", body: { secret } };
    },
    viewRecovery: async () => ({ by: "", body: { secret: (await started()).secret } }),
    confirmRecovery: async () => {
      const { reference } = (await started()).state;
      return { by: "", body: { token: await linked(reference, "confirm_hash", "status = 'submitted'") } };
    },
    stopRecovery: async () => {
      const { reference } = await aPending();
      const set = "status = 'approved', waits_until = market_now()";
      return { by: "", body: { token: await linked(reference, "stop_hash", set) } };
    },
    stopOwnRecovery: async () => {
      const { reference, token } = await aPending();
      await put(reference, "status = 'approved', waits_until = market_now()");
      return { by: token, other: tokens.stranger };
    },
    finishRecovery: async () => {
      const { reference } = await aPending();
      await owner.query(
        `insert into credentials (reference, user_id, password_hash, made_at)
         select gen_random_uuid(), user_id, 'of before', market_now() from account_recoveries where reference = $1`,
        [reference],
      );
      const set = `status = 'ready', link_until = market_now() + interval '1 day',
        user_email_sealed = email_sealed, user_email_index = email_index`;
      const token = await linked(reference, "link_hash", set);
      return { by: "", body: { token, new_password: "slate harbor nine lanterns" } };
    },
    lookAtRecovery: async () => ({ ...by, body: { reference: (await aPending()).reference, reason: "in its turn" } }),
    approveRecovery: async () => {
      const reference = await anOpened();
      await app.prove(tokens.admin, { kind: "approve_recovery", id: reference });
      return { ...by, body: { reference, checked: [...RECOVERY_CHECKLIST] } };
    },
    rejectRecovery: async () => ({ ...by, body: { reference: await anOpened(), reason: "doubtful" } }),
  };
}

/** Right arguments for the functions of recoveries: of cases, people and moderators who are made for them. */
import { ids } from "../../../server/platform/ids.ts";
import { aPerson } from "../../../server/testing/index.ts";
import { type Good, type Ground, one, prove } from "../ground.ts";

const WHY = "as it was submitted";
const SEALED = Buffer.from("sealed as the web would");

export function recoveryCalls(ground: Ground): Record<string, Good[]> {
  const { aCase, aPending, anOpened, anApproved, aModerator } = worldOf(ground);
  return {
    start_recovery: [async (now) => newCase(now).asked],
    take_recovery_upload: [async (now) => [(await aCase(now)).reference]],
    add_recovery_picture: [async (now) => [(await aCase(now)).reference, "front", ids.hash(), SEALED, now]],
    submit_recovery: [async (now) => [(await aCase(now, "started", true)).secret, now]],
    note_recovery_link: [async (now) => [(await aCase(now, "submitted")).reference, "confirm", ids.secret()]],
    confirm_recovery: [
      async (now) => {
        const { reference } = await aCase(now, "submitted");
        const hash = ids.secret();
        await ground.app.owner.query("update account_recoveries set confirm_hash = $2 where reference = $1", [
          reference,
          hash,
        ]);
        return [hash, now];
      },
    ],
    recovery_state: [async (now) => [(await aCase(now)).secret]],
    recovery_faults: [async (now) => [(await aPending(now)).reference, now]],
    recovery_identity: [async (now) => [(await aPending(now)).person, now]],
    "look_at_recovery noted": [async (now) => [(await aPending(now)).reference, await aModerator(), WHY, now]],
    "approve_recovery approved_first": [
      async (now) => {
        const { reference, staff, subject } = await anOpened(now);
        await prove(ground, subject, staff);
        return [reference, staff, now];
      },
    ],
    "reject_recovery done": [
      async (now) => {
        const { reference, staff } = await anOpened(now);
        return [reference, staff, "doubtful", now];
      },
    ],
    stop_recovery: [async (now) => [(await anApproved(now)).stop, now]],
    stop_own_recovery: [async (now) => [(await anApproved(now)).person, now]],
    open_recovery: [async (now) => [(await anApproved(now)).reference, ids.secret(), SEALED, MAILBOX, now]],
    recovery_user: [async () => [ids.secret()]],
    finish_recovery: [async () => [ids.secret()]],
  };
}

const MAILBOX = Buffer.from("a mailbox of nobody");

function newCase(now: string) {
  const [reference, secret] = [ids.hash(), ids.secret()];
  const asked = [
    reference,
    ids.digits(8),
    secret,
    SEALED,
    SEALED,
    MAILBOX,
    Buffer.from(reference),
    reference,
    "en",
    now,
  ];
  return { reference, secret, asked };
}

/** Cases in every status, and staff who opened them. */
function worldOf(ground: Ground) {
  const { owner } = ground.app;
  const aNamedUser = async () => (await aPerson(ground.app)).id;
  const aModerator = async () => {
    const id = await aNamedUser();
    await owner.query("insert into user_roles values ($1, 'supermoderator', market_now())", [id]);
    return id;
  };
  const aCase = async (now: string, status = "started", withPictures = false) => {
    const { reference, secret, asked } = newCase(now);
    await owner.query("select start_recovery($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)", asked);
    if (withPictures)
      for (const side of ["front", "selfie"])
        await owner.query("select add_recovery_picture($1, $2, $3, $4, $5)", [
          reference,
          side,
          ids.hash(),
          SEALED,
          now,
        ]);
    await owner.query("update account_recoveries set status = $2 where reference = $1", [reference, status]);
    return { reference, secret };
  };
  const aPending = async (now: string) => {
    const [{ reference }, person] = [await aCase(now, "pending", true), await aNamedUser()];
    await owner.query("update account_recoveries set user_id = $2, confirmed_at = $3 where reference = $1", [
      reference,
      person,
      now,
    ]);
    // The earlier document with which the pictures are compared.
    await owner.query(
      `insert into verifications (reference, user_id, kind, status, country_iso3, document_type, details_sealed, started_at, submitted_at, decided_at)
       values ($1, $2, 'id', 'approved', 'NGA', 'passport', $3, $4::timestamptz - interval '1 day', $4::timestamptz - interval '1 day', $4::timestamptz - interval '1 day')`,
      [ids.hash(), person, SEALED, now],
    );
    return { reference, person };
  };
  const anOpened = async (now: string) => {
    const [{ reference, person }, staff] = [await aPending(now), await aModerator()];
    await owner.query("select look_at_recovery($1, $2, $3, $4)", [reference, staff, WHY, now]);
    const { subject } = await one<{ subject: string }>(ground, "select recovery_subject($1, $2) as subject", [
      staff,
      reference,
    ]);
    return { reference, person, staff, subject };
  };
  const anApproved = async (now: string) => {
    const { reference, person } = await aPending(now);
    const stop = ids.secret();
    await owner.query(
      "update account_recoveries set status = 'approved', waits_until = $2, stop_hash = $3 where reference = $1",
      [reference, now, stop],
    );
    for (const staff of [await aModerator(), await aModerator()])
      await owner.query(
        "insert into recovery_approvals select id, $2, $3 from account_recoveries where reference = $1",
        [reference, staff, now],
      );
    return { reference, person, stop };
  };
  return { aModerator, aCase, aPending, anOpened, anApproved };
}

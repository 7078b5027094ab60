/** Recoveries for tests: the road from who has lost everything to the link, a step at a time. */
import assert from "node:assert/strict";
import * as calls from "#contract/compliance/recovery/recovery.ts";
import { RECOVERY_CHECKLIST, type RecoverySide } from "#contract/compliance/recovery/names.ts";
import { ids } from "../../platform/ids.ts";
import type { TestApp, TestClient } from "../app.ts";
import { getCurrentUser } from "#contract/people/accounts.ts";
import { signIn } from "./people.ts";
import { type NamedUser, aNamedUser } from "./restrictions.ts";
import { aPicture, anApproved } from "./verification.ts";

const STORY = "My phone was stolen, and my email went with it.";
const HOURS = 3_600_000;

export const anAddress = () => `${ids.hash().toLowerCase()}@example.org`;

const look = ({ client }: Pick<NamedUser, "client">, reference: string) =>
  client.call(calls.lookAtRecovery, { body: { reference, reason: "Review of a recovery" } });
const approve = ({ client }: Pick<NamedUser, "client">, reference: string, more: { proves?: false } = {}) =>
  client.call(calls.approveRecovery, { body: { reference, checked: [...RECOVERY_CHECKLIST] }, ...more });
const reject = ({ client }: Pick<NamedUser, "client">, reference: string) =>
  client.call(calls.rejectRecovery, { body: { reference, reason: "other_person" } });

const staffSteps = { look, approve, reject };

/** What the asker does, up to a mailbox that was confirmed. */
function askingOf(app: TestApp) {
  let network = 1;
  /** Each from another network. */
  const browser = () => app.client("", `198.51.${network >> 8}.${network++ & 255}`);

  const ask = (account: string, { email = anAddress(), by = browser() }: { email?: string; by?: TestClient } = {}) =>
    by.call(calls.startRecovery, { body: { account, email, story: STORY, locale: "en" } });

  async function addPicture(reference: string, side: RecoverySide, bytes?: Uint8Array) {
    const boundary = "----parley";
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="one.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
    const seed = ids.secret();
    const answer = await app.app.fastify.inject({
      method: "POST",
      url: `/rest/v1/account-recovery/${reference}/pictures/${side}`,
      headers: {
        cookie: `parley_seed=${seed}`,
        "x-requested-with": "XMLHttpRequest",
        "x-csrf-token": app.app.forgery.tokenOf(seed),
        "content-type": `multipart/form-data; boundary=${boundary}`,
      },
      payload: Buffer.concat([
        Buffer.from(head),
        bytes ?? (await aPicture(side === "front" ? "#446" : "#844")),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
    });
    const body = answer.json() as { errors?: { code: string } };
    return { status: answer.statusCode, code: body.errors?.code ?? "" };
  }

  async function mailsTo(address: string): Promise<string[]> {
    await app.deliverEvents();
    const { rows } = await app.owner.query("select body_text from mails where to_address = $1 order by id", [address]);
    return rows.map(({ body_text }) => body_text);
  }
  /** The last of them that has such a link. */
  const tokenAt = async (address: string, page: string): Promise<string> =>
    (await mailsTo(address))
      .map((text) => new RegExp(`/${page}#(?:confirm\\.)?([\\w-]{43})`).exec(text)?.[1])
      .findLast(Boolean) ?? "";

  /** With both pictures, and submitted. */
  async function submitted(account: string, email = anAddress()) {
    const { status, code, data } = await ask(account, { email });
    assert.equal(status, 200, code);
    const { secret, state } = data;
    for (const side of ["front", "selfie"] as const)
      assert.equal((await addPicture(state.reference, side)).status, 200);
    const handed = await browser().call(calls.submitRecovery, { body: { secret } });
    assert.equal(handed.data.status, "submitted", handed.code);
    return { reference: state.reference, secret, email, code: state.code };
  }
  /** Its mailbox has opened the link: staff see it. */
  async function pending(account: string, email = anAddress()) {
    const one = await submitted(account, email);
    const token = await tokenAt(email, "recover-account");
    const { status, code } = await browser().call(calls.confirmRecovery, { body: { token } });
    assert.equal(status, 200, code);
    return one;
  }
  return { browser, ask, addPicture, mailsTo, tokenAt, submitted, pending };
}

/** People who were verified by a passport before anything else, by this person of the staff. */
export function recoverable(app: TestApp, staff: NamedUser) {
  const { owner, db } = app;
  /** Sessions of staff end while the clock moves on. */
  async function again<T extends NamedUser>(person: T): Promise<T> {
    return { ...person, client: app.client(await db.tx((tx) => signIn(tx, person.id))) };
  }
  async function aVerified(): Promise<NamedUser & { email: string }> {
    const person = await aNamedUser(app);
    await owner.query("update users set granted_level = null, country_iso = 'NG' where id = $1", [person.id]);
    await owner.query(
      "insert into credentials (reference, user_id, password_hash, made_at) values (gen_random_uuid(), $1, 'of before', market_now())",
      [person.id],
    );
    await anApproved(app, { person, staff: await again(staff) });
    const { email } = (await person.client.call(getCurrentUser)).data;
    return { ...person, email: email ?? "" };
  }
  return { again, aVerified };
}

export function recovering(app: TestApp) {
  const asking = askingOf(app);
  const { browser, pending, tokenAt } = asking;
  /** By both, and waiting for its day. */
  async function approved(account: string, staff: readonly NamedUser[], email = anAddress()) {
    const one = await pending(account, email);
    for (const by of staff) {
      assert.equal((await look(by, one.reference)).status, 200);
      const { status, code } = await approve(by, one.reference);
      assert.equal(status, 200, code);
    }
    return one;
  }
  /** The token of the link, after the wait. */
  async function waited({ email }: { email: string }): Promise<string> {
    await app.deliverEvents();
    await app.moveClock(72 * HOURS + 1000);
    await app.runJob("open-recoveries");
    return tokenAt(email, "recovered-account");
  }
  const finish = (token: string, new_password: string) =>
    browser().call(calls.finishRecovery, { body: { token, new_password } });
  const stateOf = async ({ secret }: { secret: string }) =>
    (await browser().call(calls.viewRecovery, { body: { secret } })).data;

  return { ...asking, ...staffSteps, approved, waited, finish, stateOf };
}

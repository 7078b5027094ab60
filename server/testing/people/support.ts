/** Support for tests: people who write, guests with their mailboxes, and staff who answer. */
import assert from "node:assert/strict";
import type { SupportTopic } from "#contract/reach/support/names.ts";
import * as calls from "#contract/reach/support/support.ts";
import * as desk from "#contract/staff/support.ts";
import { ids } from "../../platform/ids.ts";
import type { TestApp, TestClient } from "../app.ts";
import type { NamedUser } from "./restrictions.ts";

export const WORDS = "My payment is missing since this morning.";

export const anEmail = () => `${ids.hash().toLowerCase()}@example.org`;

/** What people write, signed in or not. */
function writing(app: TestApp) {
  const { owner } = app;
  let network = 1;
  /** Each from another network. */
  const browser = (): TestClient => app.client("", `198.51.${network >> 8}.${network++ & 255}`);

  const textsTo = async (address: string): Promise<string[]> =>
    (await owner.query("select body_text from mails where to_address = $1 order by id", [address])).rows.map(
      ({ body_text }) => body_text,
    );
  /** With what workers write. */
  async function mailsTo(address: string): Promise<string[]> {
    await app.deliverEvents();
    return textsTo(address);
  }
  /** The call itself has queued it. */
  const codeAt = async (address: string) => /\b(\d{6})\b/.exec((await textsTo(address)).at(-1) ?? "")?.[1] ?? "";
  const linkAt = async (address: string) =>
    /\/support\/guest#([\w-]{43})/.exec((await mailsTo(address)).at(-1) ?? "")?.[1] ?? "";

  /** Returns its number. */
  async function aTicket(by: TestClient, topic: SupportTopic = "payment", text = WORDS): Promise<string> {
    const { status, data, code } = await by.call(calls.openTicket, { body: { topic, text } });
    assert.equal(status, 200, code);
    return data.number;
  }

  const askCode = (email: string, by = browser()) => by.call(calls.sendGuestCode, { body: { email, locale: "en" } });
  type Opening = { readonly secret: string; readonly code: string; readonly email: string };
  const openAsGuest = (opening: Opening, by = browser()) =>
    by.call(calls.openGuestTicket, { body: { ...opening, topic: "closed_account", text: WORDS, locale: "en" } });
  /** Of a mailbox that answered; returns its email, its number and the token of its page. */
  async function aGuest(email = anEmail()) {
    const { secret } = (await askCode(email)).data;
    const { status, data, code } = await openAsGuest({ secret, code: await codeAt(email), email });
    assert.equal(status, 200, code);
    return { email, number: data.ticket.number, token: data.token };
  }

  return { browser, mailsTo, codeAt, linkAt, aTicket, askCode, openAsGuest, aGuest };
}

/** What staff do with a ticket. */
function desking() {
  const take = ({ client }: Pick<NamedUser, "client">, number: string, reason?: string) =>
    client.call(desk.takeTicket, { params: { number }, body: reason === undefined ? {} : { reason } });
  const open = ({ client }: Pick<NamedUser, "client">, number: string) =>
    client.call(desk.openTicketAsStaff, { params: { number } });
  type Answer = { readonly after: number; readonly text?: string; readonly solves?: boolean };
  const answer = (
    { client }: Pick<NamedUser, "client">,
    number: string,
    { after, text = "We have found it.", solves = false }: Answer,
  ) => client.call(desk.answerTicket, { params: { number }, body: { text, after, solves } });
  /** Taken and answered. */
  async function answered(staff: Pick<NamedUser, "client">, number: string, more: Omit<Answer, "after"> = {}) {
    const taken = await take(staff, number);
    assert.equal(taken.status, 200, taken.code);
    const done = await answer(staff, number, { after: taken.data.lastSeq, ...more });
    assert.equal(done.status, 200, done.code);
    return done.data;
  }
  return { take, open, answer, answered };
}

export function supporting(app: TestApp) {
  /** A file as a browser sends it. */
  async function upload(url: string, token: string, bytes: Uint8Array, name = "receipt.jpg") {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(bytes)], { type: "image/jpeg" }), name);
    const packed = new Request("http://localhost", { method: "POST", body: form });
    const seed = ids.secret();
    const said = await app.app.fastify.inject({
      method: "POST",
      url,
      headers: {
        cookie: token ? `parley=${token}` : `parley_seed=${seed}`,
        "x-csrf-token": app.app.forgery.tokenOf(token || seed),
        "x-requested-with": "XMLHttpRequest",
        "content-type": packed.headers.get("content-type") ?? "",
      },
      payload: Buffer.from(await packed.arrayBuffer()),
    });
    const { data, errors } = said.json() as { data?: { id: string }; errors?: { code: string } };
    return { id: data?.id ?? "", code: errors?.code ?? "" };
  }
  return { ...writing(app), ...desking(), upload };
}

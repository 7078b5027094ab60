// Guards: who may write, read and upload in a trade's chat, how much in which time, and what each side is shown of it.
// Surveys: ^server/market/chat/|^server/outward/pages/mount-files
import { test } from "node:test";
import sharp from "sharp";
import * as calls from "#contract/chat.ts";
import { openDispute, takeDispute } from "#contract/disputes.ts";
import { holds } from "./holds.ts";
import { type Actor, openStory } from "./story.ts";
import { tradeSteps } from "./trade-steps.ts";

const story = await openStory({
  withoutTables: ["rate_uses", "trades", "offers", "ledger_accounts", "postings", "mails", "notifications", "sessions"],
});
const { app, act, does, takes, at, events } = story;
const { cancels, paid, releases } = tradeSteps(story);
const sela = await story.person("sela", { units: { BTC: 100_000_000n } });
const bob = await story.person("bob");
const cara = await story.person("cara");
const mara = await story.person("mara");
const milo = await story.person("milo");
for (const { id } of [mara, milo])
  await app.owner.query("insert into user_roles values ($1, 'moderator', market_now())", [id]);
const sale = await story.offer(sela, { payment_window: 43_200 });

const says = (who: Actor, id: string, text?: string, upload_id?: string) =>
  does(who, `writes ${JSON.stringify(text?.slice(0, 90))}${upload_id ? " with a file" : ""}`, calls.postMessage, {
    params: { id },
    body: { ...(text === undefined ? {} : { text }), ...(upload_id ? { upload_id } : {}) },
  });
const reads = (who: Actor, id: string, query: { before?: string; limit?: string } = {}) =>
  does(who, `reads ${JSON.stringify(query)}`, calls.listMessages, { params: { id }, query });
const marks = (who: Actor, id: string, message_id: string) =>
  does(who, `has read up to ${message_id}`, calls.markMessagesRead, { params: { id }, body: { message_id } });

const TEXTS = [
  "write to me at ada@example.org",
  "ada at example dot org",
  "see https://example.org/pay",
  "go to pay-here.io please",
  "call 0151 234 56 78 90",
  "+49 151 234567",
  "my number 004915123456789",
  "IBAN DE89 3704 0044 0532 0130 00",
  "I am on Telegram",
  "Ｗｈａｔｓ\u200bapp me",
  "release the coins first please",
  "please release now",
  "first release, then I pay",
  "support told me that you must release",
  "the funds are on hold until you release",
  "what is the verification code",
  "send me your code",
  "let us trade outside of parley",
  "cancel it and we go on privately",
  "a direct deal is cheaper",
  "I sent 1000.50 USD today at 12:30",
  "released? no, not at first",
];

async function writing(id: string, other: string): Promise<void> {
  await says(bob, id, "hello");
  await says(bob, id, "");
  await says(bob, id, "   \n ");
  await says(bob, id);
  await says(cara, id, "let me in");
  await says(mara, id, "may I");
  await says(bob, other, "beside");
  await events();
  for (const text of TEXTS) await says(sela, id, text);
  await reads(bob, id);
  await reads(sela, id, { limit: "3" });
  await reads(bob, id, { limit: "2", before: "6" });
  await reads(bob, id, { limit: "4", before: "4" });
  await reads(bob, id, { limit: "1", before: "1" });
  await reads(bob, id, { limit: "26" });
  await reads(bob, id, { limit: "25" });
  await reads(cara, id);
  await reads(mara, id);
}

async function reading(id: string, other: string): Promise<void> {
  await marks(cara, id, "5");
  await marks(bob, id, "7");
  await marks(bob, id, "7");
  await marks(bob, id, "6");
  await reads(sela, id, { limit: "1" });
  await marks(bob, id, "999999");
  await marks(sela, other, "3");
  await events();
  await reads(sela, id, { limit: "1" });
  await says(sela, id, "one more");
  await reads(bob, other, { limit: "9" });
}

/** Thirty a minute, whoever they are written to. */
async function flood(id: string, other: string): Promise<void> {
  await story.later(300);
  await act("bob wrote 29 a moment ago, and sela 40", async () => {
    const row = "(select id from trades where hash = $1), $2, 'msg', 'again', market_now()";
    for (const [count, who] of [
      [29, bob],
      [40, sela],
    ] as const)
      await app.owner.query(
        `insert into chat_messages (trade_id, author_id, type, body, at) select ${row} from generate_series(1, ${count})`,
        [other, who.id],
      );
  });
  const written = await story.now();
  await says(bob, id, "the thirtieth");
  await says(bob, id, "one too many");
  await at(written, 59.999);
  await says(bob, id, "still one too many");
  await at(written, 60);
  await says(bob, id, "a minute later");
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#47a" } })
    .png()
    .toBuffer();

async function sends(who: Actor, name: string, bytes: Uint8Array): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([Uint8Array.from(bytes)]), name);
  const packed = new Response(form);
  const { token } = who.client;
  const answer = await act(`${who.name} uploads ${name}`, async () => {
    const { statusCode, body } = await app.app.fastify.inject({
      method: "POST",
      url: "/rest/v1/uploads",
      headers: {
        cookie: `parley=${token}`,
        "x-csrf-token": app.app.forgery.tokenOf(token),
        "x-requested-with": "XMLHttpRequest",
        "content-type": packed.headers.get("content-type") ?? "",
      },
      payload: Buffer.from(await packed.arrayBuffer()),
    });
    return { status: statusCode, body: JSON.parse(body) as { data?: { id: string } } };
  });
  return answer.body.data?.id ?? "";
}

async function opens(who: Actor, path: string): Promise<void> {
  await act(`${who.name} opens ${path.includes("thumb") ? "the small one" : "the file"}`, async () => {
    const { statusCode, headers, rawPayload } = await app.app.fastify.inject({
      method: "GET",
      url: path,
      headers: { cookie: `parley=${who.client.token}`, "x-requested-with": "XMLHttpRequest" },
    });
    const kept = ["content-type", "content-disposition", "content-security-policy", "cache-control"];
    const size =
      statusCode === 200 ? await sizeOf(rawPayload) : rawPayload.toString().replace(/"requestId":"[^"]+"/, "");
    return { status: statusCode, body: { size, ...Object.fromEntries(kept.map((name) => [name, headers[name]])) } };
  });
}

async function sizeOf(bytes: Buffer): Promise<string> {
  const { width, height, format } = await sharp(bytes).metadata();
  return `${format} of ${width} by ${height}`;
}

async function files(id: string): Promise<void> {
  await story.later(300);
  const wide = await sends(bob, "my receipt.PNG", await picture(900, 300));
  const small = await sends(bob, "../b.jpg", await picture(20, 320));
  await sends(bob, "words.png", Buffer.from("no picture at all"));
  await sends(story.guest, "mine.png", await picture(4, 4));
  await says(sela, id, "hers", wide);
  await says(bob, id, "here it is", wide);
  await says(bob, id, undefined, small);
  await says(bob, id, "gone", "aaaaaaaaaaaaaa");
  await reads(sela, id, { limit: "3" });
  for (const who of [bob, sela, cara, mara, story.guest]) await opens(who, `/uploads/${wide}`);
  await opens(sela, `/uploads/${wide}/thumbnail`);
  await opens(sela, `/uploads/${small}/thumbnail`);
  await opens(bob, "/uploads/aaaaaaaaaaaaaa");
  for (const path of [
    "/avatars/bob.svg",
    "/avatars/b.svg",
    "/assets/flags/ad.svg",
    "/assets/icons/adidas-gift-card.svg",
    "/assets/icons/none.svg",
  ])
    await opens(story.guest, path);
}

/** Forty files a room, and sixty uploads an hour. */
async function manyFiles(id: string, other: string): Promise<void> {
  const late = await sends(bob, "late.png", await picture(8, 8));
  await act("the room has 39 files, and the other one 40", async () => {
    for (const [count, ref] of [
      [37, id],
      [40, other],
    ] as const)
      await app.owner.query(
        `insert into chat_messages (trade_id, author_id, type, body, upload_id, at)
         select (select id from trades where hash = $1), $2, 'attachment', '', 1, market_now() - interval '1 hour'
         from generate_series(1, ${count})`,
        [ref, bob.id],
      );
  });
  await says(bob, other, "does not fit", late);
  await says(bob, other, "words do fit");
  await says(bob, id, "the fortieth", late);
  await says(bob, id, "one too many", late);
  await story.later(7200);
  await act("bob uploaded 59 times, and sela 60 times", async () => {
    for (const [count, who] of [
      [59, bob],
      [60, sela],
    ] as const)
      await app.owner.query(
        `insert into uploads (hash, owner_id, name, mime_type, file_key, size_bytes, created_at)
         select 'many' || $1 || n, $1::bigint, 'x.png', 'image/png', 'none', 1, market_now() from generate_series(1, ${count}) as n`,
        [who.id],
      );
  });
  const uploaded = await story.now();
  await sends(sela, "no.png", await picture(8, 8));
  await sends(bob, "sixtieth.png", await picture(8, 8));
  await sends(bob, "no.png", await picture(8, 8));
  await at(uploaded, 3600 - 1);
  await sends(sela, "not yet.png", await picture(8, 8));
  await at(uploaded, 3600);
  await sends(sela, "an hour later.png", await picture(8, 8));
}

/** A moderator writes from the time of the dispute on; after a cancel nobody else does. */
async function closing(id: string, other: string): Promise<void> {
  await paid(bob, id);
  await story.later(180 * 60);
  await does(bob, "opens a dispute", openDispute, {
    params: { id },
    body: { dispute_reason_id: 12, dispute_reason_text: "it did not arrive" },
  });
  await does(mara, "takes the case", takeDispute, { params: { id }, body: { reason: "next in the queue" } });
  await says(mara, id, "call me at ada@example.org");
  await says(milo, id, "me too");
  await reads(bob, id, { limit: "2" });
  await reads(mara, id, { limit: "2" });
  await marks(mara, id, "999999");
  await events();
  await reads(bob, id, { limit: "1" });
  await releases(await story.again(sela), id);
  await says(bob, id, "thank you");
  await cancels(bob, other);
  await says(bob, other, "are you there");
  await says(sela, other, "no");
  await reads(bob, other, { limit: "1" });
  const spent = await takes(bob, sale, { fiat_amount: "107" });
  await paid(bob, spent);
  await cancels(bob, spent);
  await says(sela, spent, "why did you cancel");
}

test("each act of a chat answers and writes what was reviewed", async () => {
  const id = await takes(bob, sale);
  const other = await takes(bob, sale, { fiat_amount: "101" });
  await writing(id, other);
  await reading(id, other);
  await flood(id, other);
  await files(id);
  await manyFiles(id, other);
  await closing(id, other);
  holds("chat-story", story.tape.lines);
});

// Guards: codes go to telephones by Twilio Verify in its protocol, no longer than a code is valid; codes that were shown are
// reported to it, and its errors about a number reach the user who entered it.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as calls from "#contract/people/phones.ts";
import { readConfig } from "../../platform/settings/config.ts";
import { openTwilio } from "../../platform/outside/providers/twilio-verify.ts";
import { aPerson, testApp } from "../../testing/index.ts";
import { startTwilio, TWILIO_KEY, TWILIO_SECRET, TWILIO_SERVICE } from "../../testing/outside/twilio-service.ts";

const service = await startTwilio();
const twilio = { key: TWILIO_KEY, secret: TWILIO_SECRET, service: TWILIO_SERVICE, api: service.api };
const app = await testApp({ config: { demo: false, twilio } });
await app.standStill("2026-11-23T12:00:00Z");
const MINUTE = 60_000;
let serial = 100_000;
const aNumber = () => `+4915199${serial++}`;
const send = () => app.runJob("send-phone-codes");
await send();

let network = 1;
async function aCaller() {
  const { id, client } = await aPerson(app);
  return { id, client: app.client(client.token, `198.51.100.${network++}`) };
}
type Person = Awaited<ReturnType<typeof aCaller>>;
const ask = ({ client }: Person, phone: string, call = false) =>
  client.call(calls.sendPhoneCode, { body: { phone, call, isCitizenshipConsentAccepted: true } });
const viewOf = async ({ client }: Person) => (await client.call(calls.getPhone)).data;

test("a code of ours goes by text or call in the reader's language, and Twilio learns that it was shown", async () => {
  for (const channel of ["sms", "call"] as const) {
    const ada = await aCaller();
    await app.owner.query("update users set locale = 'es' where id = $1", [ada.id]);
    const number = aNumber();
    await ask(ada, number, channel === "call");
    await send();
    assert.equal((await viewOf(ada)).delivery, "sent");
    const got = service.got(number);
    assert.deepEqual([got?.channel, got?.locale], [channel, "es"]);
    assert.ok(service.isOpen(number));
    const { data } = await ada.client.call(calls.confirmPhone, { body: { phoneCode: got?.code ?? "" } });
    assert.equal(data.state, "confirmed");
    await send();
    assert.ok(!service.isOpen(number), "a verification that nobody checks counts against its number");
  }
});

test("Twilio's error about a number is shown with the number of the specification", async () => {
  for (const [status, fault, errorCode] of [
    [400, 60200, 3],
    [429, 60203, 1],
    [403, 60205, 5],
    [403, 60410, 5],
    [403, 60605, 5],
  ] as const) {
    const ada = await aCaller();
    service.failNext(status, fault);
    await ask(ada, aNumber());
    await send();
    const { delivery, errorCode: shown } = await viewOf(ada);
    assert.deepEqual([fault, delivery, shown], [fault, "failed", errorCode]);
  }
  const landline = aNumber();
  service.landlines.add(landline);
  const eve = await aCaller();
  await ask(eve, landline);
  await send();
  assert.equal((await viewOf(eve)).errorCode, 5);
});

test("when Twilio is busy or away a code is sent later, once, and never after it has ended", async () => {
  const ada = await aCaller();
  const number = aNumber();
  service.failNext(429, 20429, 30);
  await ask(ada, number);
  const before = service.asked.starts;
  await send();
  await send();
  assert.equal(service.asked.starts, before + 1, "it waits as long as Twilio asked");
  await app.moveClock(30_000);
  await send();
  assert.deepEqual([(await viewOf(ada)).delivery, service.got(number) !== undefined], ["sent", true]);
  await send();
  assert.equal(service.asked.starts, before + 2);

  const eve = await aCaller();
  for (let index = 0; index < 20; index++) service.failNext(500, 20500);
  await ask(eve, aNumber());
  for (let minute = 0; minute < 14; minute++) {
    await send();
    await app.moveClock(MINUTE);
  }
  const { delivery, errorCode } = await viewOf(eve);
  assert.deepEqual([delivery, errorCode], ["failed", null]);
  const tried = service.asked.starts;
  await app.moveClock(60 * MINUTE);
  await send();
  assert.equal(service.asked.starts, tried);
});

test("nothing goes to a number that was taken away meanwhile, and codes are not kept", async () => {
  const ada = await aCaller();
  const number = aNumber();
  await ask(ada, number);
  await ada.client.call(calls.resetPhone);
  await send();
  assert.equal(service.got(number), undefined);
  await app.moveClock(11 * MINUTE);
  await app.runJob("forget-phone-codes");
  const { rows } = await app.owner.query(
    "select count(*)::int as kept from phone_messages where code_sealed is not null",
  );
  assert.equal(rows[0].kept, 0);
  await app.moveClock(49 * 60 * MINUTE);
  await app.runJob("forget-phone-codes");
  assert.equal((await app.owner.query("select from phone_messages")).rowCount, 0);
});

test("without Twilio a real market offers no numbers, and half of its settings stops the start", async () => {
  const bare = await testApp({ config: { demo: false } });
  const { client } = await aPerson(bare);
  await bare.runJob("send-phone-codes");
  assert.equal((await client.call(calls.getPhone)).data.isOffered, false);
  const body = { phone: aNumber(), isCitizenshipConsentAccepted: true };
  assert.deepEqual((await client.call(calls.sendPhoneCode, { body })).code, "phone.off");
  assert.throws(() => readConfig({ TWILIO_KEY, TWILIO_SECRET }), /go together/);
  assert.throws(
    () => readConfig({ TWILIO_KEY: "key", TWILIO_SECRET, TWILIO_VERIFY_SERVICE: TWILIO_SERVICE }),
    /TWILIO_KEY/,
  );
});

test("a service that does not answer, or refuses our key, is asked again later", async () => {
  const message = { to: aNumber(), channel: "sms", code: "123456", locale: "en", about: null } as const;
  const stranger = openTwilio({ ...twilio, secret: "another" });
  assert.deepEqual(await stranger.start(message), { outcome: "later", fault: "Twilio says 401 20003" });
  assert.equal(await stranger.check(message), false);
  const away = openTwilio({ ...twilio, api: "http://127.0.0.1:1" });
  assert.deepEqual(await away.start(message), { outcome: "later", fault: "Twilio does not answer", isUnknown: true });
  assert.equal(await away.check(message), false);
});

// Guards: banks are those of directories with their source and day, none is invented, and an official file becomes its country's directory.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as calls from "#contract/market/trades/payment/accounts.ts";
import { aPerson, testApp } from "../../../testing/index.ts";
import { importBanks, readBankFile } from "../index.ts";

const app = await testApp();
const ada = await aPerson(app);

const banksOf = async (countryId: number, more: { limit?: string; offset?: string } = {}) => {
  const { data, meta } = await ada.client.call(calls.listBanks, { query: { country_id: String(countryId), ...more } });
  return { banks: data, total: meta.total };
};

test("banks of a country come by name with where they are from and of when; countries without a directory have none", async () => {
  const { banks, total } = await banksOf(566, { limit: "1000" });
  assert.deepEqual([banks.length, total], [66, 66]);
  assert.deepEqual(
    banks.find(({ id }) => id === "ng-011"),
    {
      id: "ng-011",
      name: "FIRST BANK OF NIGERIA",
      countryIso: "NG",
      swift: null,
      city: null,
      source: "ng-banks 2.1.1",
      asOf: "2025-10-01",
    },
  );
  const india = await banksOf(356, { limit: "3", offset: "1" });
  assert.equal(india.banks.length, 3);
  assert.ok(india.total > 1300);
  assert.ok((await banksOf(246)).banks.some(({ swift, name }) => swift === "NDEAFIHH" && name === "NORDEA BANK ABP"));
  assert.deepEqual(await banksOf(643), { banks: [], total: 0 });
  assert.deepEqual(await banksOf(9999), { banks: [], total: 0 });
});

test("a bank is found by the letters of an IBAN and by a SWIFT code, whichever its branch; what is no code is refused", async () => {
  const byIban = async (iban: string) => (await ada.client.call(calls.findBanksByIban, { query: { iban } })).data;
  assert.ok((await byIban("gb29 NWBK 6016 1331 9268 19")).some(({ id }) => id === "bic-NWBKGB2L"));
  assert.deepEqual(await byIban("DE89370400440532013000"), [], "no directory says which bank these digits are");
  const bySwift = async (swift_code: string) =>
    (await ada.client.call(calls.findBanksBySwift, { query: { swift_code } })).data.map(({ name }) => name);
  assert.deepEqual(await bySwift("nwbkgb2lxxx"), ["NATIONAL WESTMINSTER BANK PLC"]);
  assert.deepEqual(await bySwift("ZZZZGBZZ"), []);
  for (const answer of [
    await ada.client.call(calls.findBanksByIban, { query: { iban: "GB29NWBK60161331926818" } }),
    await ada.client.call(calls.findBanksBySwift, { query: { swift_code: "NWBK" } }),
    await ada.client.call(calls.findBanksByRoutingNumber, { query: { routing_number: "12" } }),
  ])
    assert.deepEqual([answer.status, answer.code], [422, "bank.code"]);
});

test("a right code of a bank that is in no directory is answered as not listed, with its countries; a wrong one is refused", async () => {
  const byNumber = (routing_number: string) =>
    ada.client.call(calls.findBanksByRoutingNumber, { query: { routing_number } });
  for (const [number, countries] of [
    ["121000358", ["US"]],
    ["0210-0002-1", ["US", "RU"]],
    ["044525225", ["RU"]],
    ["20-00-00", ["GB"]],
    ["ZZZZ0000001", ["IN"]],
  ] as const) {
    const { data, meta } = await byNumber(number);
    assert.deepEqual([data, meta], [[], { isListed: false, countries: [...countries] }], number);
  }
  const known = await byNumber("HDFC0000001");
  assert.deepEqual(known.meta, { isListed: true, countries: ["IN"] });
  for (const wrong of ["121000359", "144525225", "12100035", "HDFC1000001"]) {
    const answer = await byNumber(wrong);
    assert.deepEqual([answer.status, answer.code], [422, "bank.code"], wrong);
  }
  const { meta } = await ada.client.call(calls.findBanksByIban, { query: { iban: "DE89370400440532013000" } });
  assert.deepEqual(meta, { isListed: false, countries: ["DE"] });
});

const fedLine = (code: string, name: string, city: string) =>
  `${code}O0110000151${"012414"}${"000000000"}${name.padEnd(36)}${"MAIN STREET 1".padEnd(36)}${city.padEnd(20)}MA02110` +
  "0000617555010011     ";

const ED807 = `<?xml version="1.0" encoding="windows-1251"?>
<ED807 xmlns="urn:cbr-ru:ed:v2.0" EDNo="1" EDDate="2026-11-20" BusinessDay="2026-11-23">
<BICDirectoryEntry BIC="044525225"><ParticipantInfo NameP="ПАО &quot;Банк&quot;" CntrCd="RU" Nnp="Москва"/><SWBICS SWBIC="SABRRUMMXXX" DefaultSWBIC="1"/></BICDirectoryEntry>
<BICDirectoryEntry BIC="144525225"><ParticipantInfo NameP="Не банк" Nnp="Москва"/></BICDirectoryEntry>
</ED807>`;

/** As files of that encoding have it. */
function windows1251(text: string): Uint8Array {
  const bytes = [...text].map((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return code >= 0x410 && code <= 0x44f ? code - 0x350 : code;
  });
  return Uint8Array.from(bytes);
}

test("an official file of the United States, or of Russia, is that country's directory from then on", async () => {
  const text = [
    fedLine("011000015", "FEDERAL RESERVE BANK", "BOSTON"),
    fedLine("021000021", "JPMORGAN CHASE", "TAMPA"),
    fedLine("021000022", "A WRONG DIGIT", "NOWHERE"),
  ].join("\r\n");
  const fed = readBankFile("fedach", Buffer.from(text), "2026-11-20");
  assert.equal(await app.db.tx((tx) => importBanks(tx, fed)), 0);
  assert.deepEqual(
    (await banksOf(840)).banks.map(({ id, name, city, asOf, source }) => [id, name, city, asOf, source]),
    [
      ["us-011000015", "FEDERAL RESERVE BANK", "BOSTON", "2026-11-20", "FedACH directory"],
      ["us-021000021", "JPMORGAN CHASE", "TAMPA", "2026-11-20", "FedACH directory"],
    ],
  );
  const json = {
    fedACHParticipants: {
      fedACHParticipants: [{ routingNumber: "121000358", customerName: "BANK OF AMERICA", customerCity: "RICHMOND" }],
    },
  };
  const newer = readBankFile("fedach", Buffer.from(JSON.stringify(json)), "2026-11-23");
  assert.equal(await app.db.tx((tx) => importBanks(tx, newer)), 2);
  const byNumber = async (routing_number: string) =>
    (await ada.client.call(calls.findBanksByRoutingNumber, { query: { routing_number } })).data.map(({ name }) => name);
  assert.deepEqual([await byNumber("121000358"), await byNumber("021000021")], [["BANK OF AMERICA"], []]);

  await app.db.tx((tx) => importBanks(tx, readBankFile("bik", windows1251(ED807), undefined)));
  const { banks } = await banksOf(643);
  assert.deepEqual(
    banks.map(({ id, name, swift, asOf }) => [id, name, swift, asOf]),
    [["ru-044525225", 'ПАО "Банк"', "SABRRUMM", "2026-11-23"]],
  );
  assert.deepEqual(await byNumber("044525225"), ['ПАО "Банк"']);
  assert.deepEqual(await byNumber("HDFC0000001"), ["HDFC Bank"]);
  assert.deepEqual(await byNumber("20-00-00"), []);
});

test("a file that is something else changes nothing", () => {
  assert.throws(() => readBankFile("fedach", Buffer.from("no bank here"), "2026-11-20"), /no bank was found/);
  assert.throws(() => readBankFile("fedach", Buffer.from("x"), undefined), /--date/);
  assert.throws(() => readBankFile("bik", Buffer.from("<ED808/>"), undefined), /no ED807/);
});

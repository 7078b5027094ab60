// Guards: which documents of identity are accepted follows the country, and lists leave out what is closed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listCountriesV2 } from "#contract/reference/catalog.ts";
import { supportedCountries } from "#contract/compliance/verification/verification.ts";
import { aPerson, testApp } from "../../testing/index.ts";
import { startId } from "../../testing/people/verification.ts";

const app = await testApp();
const { owner } = app;

test("of a country that is named only the documents beside it are accepted, and closed ones are in no list", async () => {
  const set = (name: string, value: string[]) =>
    owner.query(
      "insert into settings values ($1, $2, null, market_now()) on conflict (name) do update set value = excluded.value",
      [name, JSON.stringify(value)],
    );
  await set("verification.documents_by_country", ["NG:id_card", "NG:residence_permit"]);
  await set("verification.closed_countries", ["FR"]);
  const { client } = await aPerson(app);
  assert.equal((await startId({ client })).code, "verification.document");
  const countries = (await client.call(supportedCountries)).data;
  const documentsOf = (wanted: string) => countries.find(({ iso }) => iso === wanted)?.documents;
  assert.deepEqual(documentsOf("NG"), ["id_card", "residence_permit"]);
  assert.equal(documentsOf("GH")?.length, 4);
  assert.equal(documentsOf("FR"), undefined);
  const listed = async (kyc: "0" | "1") =>
    (await client.call(listCountriesV2, { query: { kyc } })).data.map(({ iso }) => iso);
  assert.deepEqual([(await listed("1")).includes("FR"), (await listed("0")).includes("FR")], [false, true]);
  await set("verification.documents_by_country", []);
  await set("verification.closed_countries", []);
  assert.equal((await startId({ client })).code, "");
});

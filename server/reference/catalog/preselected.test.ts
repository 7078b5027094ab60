// Guards: forms begin with the open country that their reader seems to be in, of the account where there is one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { preselectedCountry } from "#contract/reference/catalog.ts";
import { aPerson, testApp } from "../../testing/index.ts";

const app = await testApp();
const NIGERIAN = "41.58.0.1";
const NOWHERE = "127.0.0.1";

async function preselected(remoteAddress: string, language = "") {
  const answer = await app.app.fastify.inject({
    url: `${preselectedCountry.path}?locale=es`,
    remoteAddress,
    headers: { "accept-language": language },
  });
  assert.equal(answer.statusCode, 200);
  const { data } = answer.json() as { data: { iso: string; iso3: string; name: string } | null };
  return data && [data.iso, data.iso3, data.name];
}

test("a visitor's is by address, else by language, and null where nothing names one", async () => {
  assert.deepEqual(await preselected(NIGERIAN, "de-DE"), ["NG", "NGA", "Nigeria"]);
  assert.deepEqual(await preselected(NOWHERE, "de-DE, en-IN;q=0.5"), ["DE", "DEU", "Alemania"]);
  assert.equal(await preselected(NOWHERE, "de"), null);
});

test("a closed country is passed over, and who is signed in has that of their account", async () => {
  const ada = await aPerson(app);
  await app.owner.query("update users set country_iso = 'KE' where id = $1", [ada.id]);
  assert.equal((await ada.client.call(preselectedCountry, { query: {} })).data?.iso, "KE");
  await app.owner.query(
    `insert into settings values ('catalog.disabled_countries', '["NG"]', null, market_now())
     on conflict (name) do update set value = excluded.value`,
  );
  assert.deepEqual(await preselected(NIGERIAN, "de-DE"), ["DE", "DEU", "Alemania"]);
});

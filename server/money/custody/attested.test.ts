// Guards: an address without an exact attestation of the signer is never shown, its deposits are not credited, and
// the deposits of its chain stop; when an older market starts under this version, the signer attests every address
// that it can derive.
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { createDepositAddress, getDepositAddress } from "#contract/products/wallet/wallet.ts";
import { attestationText, isAttested, pinned, readAttestationKey } from "../../platform/outside/signer/attestation.ts";
import { type Attester, SignerSilent } from "../../platform/outside/signer/signer.ts";
import { lift } from "../ledger/index.ts";
import { SCRIPTED_TOKEN } from "../../testing/outside/scripted/ethereum.ts";
import { type Holder, scriptedWorld } from "../../testing/outside/scripted/world.ts";

let isAway = false;
const world = await scriptedWorld({
  around: (chains) => {
    const { signer } = chains;
    if (!signer) return chains;
    const makeDepositAddress: Attester["makeDepositAddress"] = async (asked) => {
      if (isAway) throw new SignerSilent("the signer is away");
      await signer.makeDepositAddress(asked);
    };
    // The chains may be exchanged under it.
    return Object.create(chains, { signer: { value: { ...signer, makeDepositAddress } } });
  },
});
await world.scan();
const [ada, bob] = [await world.person("ada"), await world.person("bob")];
const places = { ada: await world.addressOf(ada, "ETH"), bob: await world.addressOf(bob, "ETH") };

const shown = async ({ client }: Holder) => (await client.call(getDepositAddress, { params: { code: "ETH" } })).status;
const balance = async ({ userId }: Holder): Promise<string> =>
  (
    await world.owner.query(
      "select coalesce(sum(balance_units), 0)::text as units from ledger_accounts where name = $1",
      [`user:${userId}:ETH:available`],
    )
  ).rows[0].units;
const halts = async () => (await world.owner.query("select name, reason from halts order by name")).rows;
const swap = () =>
  world.owner.query(
    "update wallet_addresses set user_id = ($1::bigint + $2::bigint) - user_id where user_id in ($1, $2) and currency = 'ETH'",
    [ada.userId, bob.userId],
  );

async function pay(address: string): Promise<void> {
  world.ethereum.giveWei(address, 10n ** 18n);
  world.ethereum.mine(5);
  await world.scan();
}

test("addresses that changed their owners are not shown, credit nobody and stop the deposits of their chain", async () => {
  assert.equal(await shown(ada), 200);
  // Both at once: the index of owners sees no double.
  await world.owner.query("drop index wallet_address_of_user");
  await swap();
  assert.equal(await shown(ada), 500);
  await pay(places.ada);
  assert.deepEqual([await balance(ada), await balance(bob)], ["0", "0"]);
  const [halt] = await halts();
  assert.equal(halt.name, "ethereum_in");
  assert.match(halt.reason, /^the address \d+ is not one that the signer attested$/);
  await swap();
  await world.scan();
  assert.equal(await balance(ada), "0", "it stays stopped until somebody has looked");
  assert.equal(await shown(ada), 503);
  await world.db.tx((tx) => lift(tx, "ethereum_in"));
  await world.scan();
  assert.deepEqual([await balance(ada), await balance(bob)], ["1000000000", "0"]);
  assert.equal(await shown(ada), 200);
});

test("an address that nothing came to is looked at in its turn", async () => {
  await world.owner.query("update wallet_addresses set currency = 'USDT' where address = $1", [places.bob]);
  await world.scan();
  assert.equal((await halts())[0]?.name, "ethereum_in");
  await world.owner.query("update wallet_addresses set currency = 'ETH' where address = $1", [places.bob]);
  await world.db.tx((tx) => lift(tx, "ethereum_in"));
});

test("rows of before are attested where their path gives their address, and the others stop deposits", async () => {
  await world.owner.query("update wallet_addresses set attestation = null where chain = 'ethereum'");
  assert.equal(await shown(ada), 500);
  await reconnect();
  assert.equal(await shown(ada), 200);
  assert.deepEqual(await halts(), []);
  await world.owner.query("update wallet_addresses set attestation = null, path_index = 77 where address = $1", [
    places.bob,
  ]);
  await reconnect();
  assert.equal(await shown(ada), 503);
  assert.equal((await halts())[0]?.name, "ethereum_in");
  assert.deepEqual(
    (await world.owner.query("select attestation from wallet_addresses where address = $1", [places.bob])).rows,
    [{ attestation: null }],
  );
});

/** As a new process meets its chain. */
async function reconnect(): Promise<void> {
  world.instead.ethereum = { node: world.ethereum.node, chainId: 31_337, token: SCRIPTED_TOKEN };
  await world.scan();
}

test("while the signer is away nobody gets a new address, and those that are there are shown", async () => {
  const carol = await world.person("carol");
  const had = await carol.client.call(createDepositAddress, { params: { code: "BTC" } });
  isAway = true;
  const dora = await world.person("dora");
  const refused = await dora.client.call(createDepositAddress, { params: { code: "BTC" } });
  assert.equal(refused.code, "wallet.rail_unavailable");
  const again = await carol.client.call(createDepositAddress, { params: { code: "BTC" } });
  assert.equal(again.data.address, had.data.address);
  isAway = false;
  assert.equal((await dora.client.call(createDepositAddress, { params: { code: "BTC" } })).status, 200);
});

test("the first key that was received, or that the settings name, is the only valid one", async () => {
  const keyOf = () =>
    generateKeyPairSync("ed25519").publicKey.export({ format: "der", type: "spki" }).toString("base64");
  const [first, second] = [keyOf(), keyOf()];
  const keys = [first, second];
  const attester: Attester = {
    attestationKey: async () => keys.shift() ?? "",
    makeDepositAddress: async () => undefined,
  };
  const kept = pinned(attester, undefined);
  assert.deepEqual([await kept.attestationKey(), await kept.attestationKey()], [first, first]);
  await assert.rejects(
    pinned({ ...attester, attestationKey: async () => second }, first).attestationKey(),
    /ATTESTATION_KEY/,
  );
});

test("the signer's word is about each part of an address", async () => {
  const { rows } = await world.owner.query("select * from wallet_addresses where address = $1", [places.ada]);
  const { user_id, ...row } = rows[0];
  const own = { ...row, user_id: BigInt(user_id), network: "31337" };
  const key = readAttestationKey((await world.ports.verifier.attestationKey()) ?? "");
  assert.ok(isAttested(key, own), `${attestationText(own)} ${own.attestation}`);
  const others = {
    ...{ chain: "bitcoin", network: "1", branch: 1, path_index: 999, purpose: "house", user_id: 999n, currency: "BTC" },
    ...{ address: places.bob, attestation: null },
  };
  for (const [name, value] of Object.entries(others))
    assert.equal(isAttested(key, { ...own, [name]: value }), false, name);
});

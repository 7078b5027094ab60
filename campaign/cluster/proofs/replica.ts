// Guards: while standbys lag for half a minute under load, a user sees their own writes at once and never an old balance; a guest sees what a standby
// has; and a standby that lags longer than is allowed is not used.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { getUser, saveSettings } from "#contract/people/accounts.ts";
import { getWalletBalances } from "#contract/products/wallet/wallet.ts";
import type { EndpointShape, ReplyOf } from "#contract/platform/endpoint.ts";
import { LOGINS } from "../../../server/platform/postgres/logins.ts";
import { cookieBrowser } from "../../../server/testing/cookie-browser.ts";
import { aPerson, giveCoins } from "../../../server/testing/index.ts";
import { load } from "../load.ts";
import { kill } from "../patroni.ts";
import type { Stage, Web } from "../stage.ts";

const LAG_MS = 30_000;
const LONG_SEC = 600;
const STRICT_SEC = 5;

/** What is answered to a browser, which keeps its cookies. */
function browserAt({ app }: Web, token = "") {
  const call = cookieBrowser(app, token);
  return async (endpoint: EndpointShape, given?: { path?: string; body?: unknown }) => {
    const { status, body } = await call(endpoint, given);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
}

export function proveLag(stage: Stage): void {
  const { cluster, front, world, database } = stage;
  test("while the standbys lag for half a minute a user sees their own writes, and no balance is old", async () => {
    const { primary } = await cluster.whole();
    await stage.reconnected();
    const urls = front.replicaUrls(LOGINS.web, database);
    const [patient, strict] = [
      await stage.openWeb({ replicas: { urls, mostLagSec: LONG_SEC } }),
      await stage.openWeb({ replicas: { urls, mostLagSec: STRICT_SEC } }),
    ];
    const ada = await aPerson(world);
    const { rows } = await world.owner.query("select username from users where id = $1", [ada.id]);
    const path = `/rest/v1/users/${rows[0].username}`;
    const bioBy = async (call: ReturnType<typeof browserAt>): Promise<string> => (await call(getUser, { path })).bio;
    const running = await load(stage, "lagged");
    const written = (await patient.db.position()) ?? 0n;
    await eventually("the standbys have her", async () => isAtStandby(patient, written));
    // pg_wal_replay_pause() does not last: Patroni resumes within some seconds.
    const replaying = cluster.members.filter((one) => one !== primary).map((one) => cluster.replayOf(one) ?? 0);
    assert.ok(replaying.length === 2 && replaying.every((pid) => pid > 0));
    const hers = browserAt(patient, ada.client.token);
    const [guest, strictGuest] = [browserAt(patient), browserAt(strict)];
    let [rounds, old, units] = [0, 0, 0n];
    for (const pid of replaying) kill(pid, "SIGSTOP");
    try {
      const endsAt = performance.now() + LAG_MS;
      for (; performance.now() < endsAt; rounds++) {
        const bio = `Pays within ${rounds + 1} minutes.`;
        await hers(saveSettings, { body: { bio } });
        for (let times = 0; times < 5; times++) assert.equal(await bioBy(hers), bio, "her own write");
        units += 1n;
        await world.db.tx((tx) => giveCoins(tx, ada.id, "BTC", 1n));
        assert.equal(await coinsOf(browserAt(patient, ada.client.token)), units, "her balance");
        if ((await bioBy(guest)) !== bio) old += 1;
        if (rounds > 0 && performance.now() > endsAt - LAG_MS + (STRICT_SEC + 5) * 1000)
          assert.equal(
            await bioBy(strictGuest),
            bio,
            "from the primary, since the standbys lag longer than is allowed",
          );
        await pause(500);
      }
      assert.ok(old >= rounds - 1, `a guest was answered ${old} of ${rounds} times by a standby`);
    } finally {
      for (const pid of replaying) kill(pid, "SIGCONT");
    }
    const newest = `Pays within ${rounds} minutes.`;
    await eventually("a guest sees it", async () => (await bioBy(guest)) === newest);
    await running.end();
    stage.note(
      `the standbys lagged for ${LAG_MS / 1000} s: ${rounds} times a user saw the own write and the new balance at once, a guest ${old} times what a standby had`,
    );
    stage.proved();
  });
}

/** Her bitcoin. */
async function coinsOf(call: ReturnType<typeof browserAt>): Promise<bigint> {
  const { balances } = (await call(getWalletBalances)) as ReplyOf<typeof getWalletBalances>;
  const text = balances.find(({ cryptoCurrencyCode }) => cryptoCurrencyCode === "BTC")?.balance ?? "";
  return BigInt(Math.round(Number(text) * 1e8));
}

async function isAtStandby({ db }: Web, position: bigint): Promise<boolean> {
  const [row] = await db.readLagging(position, (tx) => tx.rows<{ it: boolean }>`select pg_is_in_recovery() as it`);
  return row?.it ?? false;
}

async function eventually(what: string, isSo: () => Promise<boolean>, withinMs = 30_000): Promise<void> {
  for (const endsAt = performance.now() + withinMs; !(await isSo()); await pause(100))
    if (performance.now() > endsAt) throw new Error(`not within ${withinMs} ms: ${what}`);
}

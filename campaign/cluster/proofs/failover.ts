// Guards: what the market has acknowledged is there, once, when the primary dies again and again, when it is cut off from the others while
// users still reach it, and when the standby that it waits for hangs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { postMessage } from "#contract/market/trades/chat.ts";
import { aMarket, aTrade } from "../../../server/testing/index.ts";
import { sendKeyed } from "../../../server/testing/send-keyed.ts";
import { cut, heal } from "../hosts.ts";
import { compare, isDone, load, pauseAround, quantile } from "../load.ts";
import { type Cluster, kill, type Member } from "../patroni.ts";
import { type Stage, seconds } from "../stage.ts";

const GOAL_MS = 15_000;

export function proveDeaths(stage: Stage, kills: number): void {
  const { cluster, note } = stage;
  test("what is acknowledged survives the death of the primary, again and again", async () => {
    const { doneAtMs, flows, end } = await load(stage, "killed");
    const pauses: Record<"server" | "host", number[]> = { server: [], host: [] };
    const elections: typeof pauses = { server: [], host: [] };
    for (let one = 0; one < kills; one++) {
      const { primary } = await cluster.whole();
      await flows();
      const atMs = performance.now();
      const what = one % 2 ? "host" : "server";
      if (what === "host") await cluster.killHost(primary);
      else for (const pid of cluster.postgresOf(primary)) kill(pid, "SIGKILL");
      await untilOther(cluster, primary);
      elections[what].push(performance.now() - atMs);
      if (what === "host") cluster.bootHost(primary);
      await cluster.whole();
      await flows();
      pauses[what].push(pauseAround(doneAtMs, atMs));
    }
    await end();
    for (const what of ["server", "host"] as const) {
      const took = pauses[what];
      if (took.length === 0) continue;
      const quantiles = `p50 ${seconds(quantile(took, 0.5))}, p95 ${seconds(quantile(took, 0.95))}`;
      note(
        `${took.length} times the ${what} of the primary died: without writes ${quantiles} (goal ${seconds(GOAL_MS)})`,
      );
      const each = took.map((one, place) => `${seconds(one)} (${seconds(elections[what][place] ?? 0)})`);
      note(`each, and how long until Patroni had another primary: ${each.join(", ")}`);
    }
    stage.proved();
  });
}

/** The short form: it does not wait until the server that was killed follows again. */
export function proveOneDeath(stage: Stage): void {
  const { cluster } = stage;
  test("what is acknowledged survives the death of the primary's database", async () => {
    const { doneAtMs, flows, end } = await load(stage, "killed");
    const { primary } = await cluster.whole();
    await flows();
    const atMs = performance.now();
    for (const pid of cluster.postgresOf(primary)) kill(pid, "SIGKILL");
    await untilOther(cluster, primary);
    const elected = seconds(performance.now() - atMs);
    await end();
    stage.note(
      `the database of the primary died: without writes ${seconds(pauseAround(doneAtMs, atMs))}; another was primary after ${elected}`,
    );
    stage.proved();
  });
}

async function untilOther(cluster: Cluster, before: Member): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const { primary } = await cluster.standing(before);
    if (primary && primary.host.name !== before.host.name) return;
    await pause(200);
  }
  throw new Error(`no other server took over from ${before.host.name}`);
}

export function proveCut(stage: Stage): void {
  const { cluster, world } = stage;
  test("a primary that is cut off acknowledges nothing, though users reach it, and what they sent is done once elsewhere", async () => {
    const { primary } = await cluster.whole();
    await stage.reconnected();
    const market = await aMarket(world);
    const { token } = market.buyer.client;
    const id = await aTrade(market);
    const others = cluster.members.filter((member) => member !== primary);
    const direct = await stage.openWebAt(primary.host.address);
    const call = (n: number) => ({
      endpoint: postMessage,
      id,
      body: { text: `cut ${n}` },
      key: `cut-off-message-${n}`,
    });
    assert.equal((await sendKeyed(direct.app, token, call(0))).status, 200);
    for (const other of others) cut(primary.host, other.host);
    let isOver = false;
    const asked: number[] = [];
    const asking = (async () => {
      for (let n = 1; !isOver; n++) {
        asked.push(n);
        const { status } = await sendKeyed(direct.app, token, call(n));
        assert.notEqual(status, 200, "the old primary acknowledged what only it has");
        await pause(1000);
      }
    })();
    asking.catch(() => undefined);
    try {
      await untilOther(cluster, primary);
      // Still cut off, it goes on being asked.
      await pause(5000);
    } finally {
      isOver = true;
      for (const other of others) heal(primary.host, other.host);
    }
    await asking;
    await cluster.whole();
    for (const n of asked)
      for (let tries = 0; !(await isDone(stage.webs[0], { token }, call(n))); tries++)
        assert.ok(tries < 300, `message ${n} was never done`);
    await compare(world, "cut", { said: [0, ...asked].map((n) => `cut ${n}`), trades: [] });
    stage.note(
      `cut off: ${asked.length} messages that the old primary did not acknowledge were done once by the new one`,
    );
    stage.proved();
  });
}

export function proveHang(stage: Stage): void {
  const { cluster } = stage;
  test("while the standby that is waited for hangs nothing is acknowledged that only the primary has", async () => {
    const { doneAtMs, flows, end } = await load(stage, "hung");
    const { synchronous } = await cluster.whole();
    await flows();
    const [hung] = synchronous;
    assert.ok(hung);
    const processes = cluster.postgresOf(hung);
    const atMs = performance.now();
    for (const pid of processes) kill(pid, "SIGSTOP");
    await pause(25_000);
    for (const pid of processes) kill(pid, "SIGCONT");
    await cluster.whole();
    await flows();
    const longest = seconds(pauseAround(doneAtMs, atMs));
    await end();
    stage.note(`the standby hung for 25 s: without writes ${longest}`);
    stage.proved();
  });
}

// Guards: what a file may cost. The child that reads it has limits of the kernel and no secrets; the server stays small and answers others.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import * as wallet from "#contract/products/wallet/wallet.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { aPerson, testApp } from "../../testing/index.ts";
import { aPdf, bombPdf, slowPdf } from "../../testing/people/pdf.ts";
import { uploadAs } from "../../testing/people/upload.ts";
import { askFileWork, readAnswer } from "./ask.ts";
import { spawnBounded } from "./child-limits.ts";

const isLinux = process.platform === "linux";

/** The processes that this one started, as the kernel has them. */
const children = (): { pid: number; status: string }[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, "utf8");
        return new RegExp(`^PPid:\\s+${process.pid}$`, "m").test(status) ? [{ pid: Number(name), status }] : [];
      } catch {
        return [];
      }
    });

/** Looks at the children until the work ends: the most memory that one had, in MB. */
async function mostOfAChild(work: Promise<unknown>): Promise<number> {
  let most = 0;
  const looks = setInterval(() => {
    for (const { status } of children())
      most = Math.max(most, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
  }, 10);
  await work.finally(() => clearInterval(looks));
  return most;
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "",
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
const judge = (bytes: Uint8Array, account = "ada") => askFileWork({ task: { do: "pdf" }, bytes, account });

test("a PDF of 1.8 MB that unpacks to 1.8 GB costs the server less than 50 MB, and its child less than 300", {
  skip: !isLinux,
}, async () => {
  const bomb = bombPdf(1750);
  assert.ok(bomb.length < 1_900_000);
  const before = process.memoryUsage.rss();
  let code = "";
  const most = await mostOfAChild(codeOf(judge(bomb)).then((one) => (code = one)));
  assert.equal(code, "upload.too_heavy");
  assert.ok(most > 20 && most < 300, `${most} MB in the child`);
  assert.ok(process.memoryUsage.rss() - before < 50 * 2 ** 20);
});

test("the kernel ends a child that takes more memory than it was given", { skip: !isLinux }, async () => {
  const child = await spawnBounded("pdf", { memoryMb: 5, cpuSec: 8 });
  const ended = new Promise((resolve) => child.once("close", (code, signal) => resolve(signal ?? code)));
  child.stdin?.on("error", () => undefined);
  child.stdin?.end('{"do":"pdf"}\n');
  child.stdout?.resume();
  child.stderr?.resume();
  assert.notEqual(await ended, 0);
});

test("a child has no secrets, a lower place at the processor, and limits of the kernel on memory, time and files", {
  skip: !isLinux,
}, async () => {
  process.env.PARLEY_SECRET_OF_THIS_TEST = "secret";
  const work = judge(slowPdf(20_000));
  let seen: { environ: string; limits: string; nice: number } | undefined;
  while (!seen) {
    for (const { pid } of children()) {
      const environ = readFileSync(`/proc/${pid}/environ`, "utf8");
      const limits = readFileSync(`/proc/${pid}/limits`, "utf8");
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      const nice = Number(
        readFileSync(`/proc/${pid}/stat`, "utf8")
          .replace(/^.*\) /, "")
          .split(" ")[16],
      );
      if (/child\.ts\0pdf/.test(command) && !command.startsWith("/bin/sh") && nice > 0)
        seen = { environ, limits, nice };
    }
    await new Promise((later) => setTimeout(later, 5));
  }
  delete process.env.PARLEY_SECRET_OF_THIS_TEST;
  await work;
  assert.ok(!/secret/i.test(seen.environ) && !/DATABASE|PARLEY/.test(seen.environ), seen.environ);
  assert.match(seen.limits, /Max data size\s+\d+/);
  assert.match(seen.limits, /Max cpu time\s+8\s+9/);
  assert.match(seen.limits, /Max file size\s+0/);
});

test("a child that is killed is a file that takes too much, and the next file has a child of its own", {
  skip: !isLinux,
}, async () => {
  const work = codeOf(judge(slowPdf(100_000)));
  let isKilled = false;
  while (!isKilled) {
    for (const { pid, status } of children()) {
      // It has begun when its libraries are loaded.
      if (Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) < 130_000) continue;
      process.kill(pid, "SIGKILL");
      isKilled = true;
    }
    await new Promise((later) => setTimeout(later, 5));
  }
  assert.equal(await work, "upload.too_heavy");
  assert.deepEqual(await judge(aPdf()), { pages: 1 });
});

test("an answer that is not whole, or not of the task, is none", () => {
  const pdf = { do: "pdf" } as const;
  const mark = { do: "mark", mark: "ada" } as const;
  const said = (head: unknown, rest = "") =>
    Buffer.from(`${typeof head === "string" ? head : JSON.stringify(head)}\n${rest}`);
  assert.deepEqual(readAnswer(said({ lengths: [], pages: 2 }), pdf), { pages: 2 });
  assert.deepEqual(readAnswer(said({ lengths: [3] }, "abc"), mark)?.parts?.map(String), ["abc"]);
  assert.deepEqual(readAnswer(said({ lengths: [], refused: "upload.broken_pdf" }), pdf), {
    refused: "upload.broken_pdf",
  });
  for (const [head, rest, task] of [
    ["", "", pdf],
    ["{", "", pdf],
    ["null", "", pdf],
    [{}, "", pdf],
    [{ lengths: [] }, "", pdf],
    [{ lengths: [], pages: 0 }, "", pdf],
    [{ lengths: [], pages: "2" }, "", pdf],
    [{ lengths: [], pages: 2 }, "more", pdf],
    [{ lengths: [], refused: "auth.forbidden" }, "", pdf],
    [{ lengths: [-1, 4] }, "abc", mark],
    [{ lengths: [9] }, "abc", mark],
    [{ lengths: [] }, "", mark],
    [{ lengths: [1, 2] }, "abc", mark],
    [{ lengths: [3], pages: 1, padding: "x".repeat(2000) }, "abc", mark],
  ] as const)
    assert.equal(readAnswer(said(head, rest), task), undefined, JSON.stringify(head).slice(0, 60));
});

test("while files of many accounts are read, the calls of others are answered within 100 ms", async (t) => {
  const app = await testApp();
  const caller = await aPerson(app);
  const senders = [];
  for (let count = 0; count < 4; count++) senders.push(await aPerson(app));
  const call = async () => {
    const begun = performance.now();
    assert.equal((await caller.client.call(wallet.getWalletBalances)).status, 200);
    return performance.now() - begun;
  };
  const percentile = async (isOver: () => boolean) => {
    const times: number[] = [];
    while (times.length < 60 || !isOver()) {
      times.push(await call());
      await new Promise((later) => setTimeout(later, 10));
    }
    return times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? Number.NaN;
  };
  const quiet = await percentile(() => true);
  const files = [slowPdf(10_000), bombPdf(100)];
  let isSent = false;
  const used = process.cpuUsage();
  const sent = Promise.all(
    senders.map(({ client }, place) => uploadAs(app, client, files[place % 2] ?? aPdf(), "bill.pdf")),
  ).finally(() => (isSent = true));
  const busy = await percentile(() => isSent);
  await sent;
  const { user, system } = process.cpuUsage(used);
  t.diagnostic(
    `p99 of calls: ${quiet} ms before and ${busy} ms meanwhile; ${(user + system) / 1000} ms of the processor`,
  );
  // On a machine that is busy with other work the times say nothing of ours.
  if (quiet < 20) assert.ok(busy <= 100, `${busy} ms, and ${quiet} ms before`);
});

// Guards: the translator is asked as Apertium is, cannot hang or flood this process, and leaves no process behind.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { fakeApertium } from "../../../testing/outside/apertium.ts";
import { openApertium } from "./apertium.ts";
import { modesFrom } from "./modes.ts";

const program = fakeApertium();
const INTO_SPANISH = { from: "en", to: "es", account: "1" };

const refusedWith = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code;

test("the installed pairs are tags of languages, without modes for developers", () => {
  assert.deepEqual(modesFrom("  eng-spa\n  es-pt_BR\n eng-spa-morph\n../x-y\nspa-spa\nen-es\n"), [
    { from: "en", to: "es", mode: "eng-spa" },
    { from: "es", to: "pt-BR", mode: "es-pt_BR" },
  ]);
});

test("a text is translated as a whole, whatever it holds", async () => {
  const translator = openApertium({ program });
  await translator.isAsked;
  assert.deepEqual(translator.pairs()[0], { from: "en", to: "es" });
  const text = "Hello $(touch /tmp/x) `id` ; please\nété 😀 -l --help";
  assert.equal(
    await translator.translate({ ...INTO_SPANISH, text }),
    "Hola $(touch /tmp/x) `id` ; por favor\nété 😀 -l --help",
  );
});

test("pairs that are not installed are refused before a program starts", async () => {
  const translator = openApertium({ program });
  await translator.isAsked;
  for (const pair of [
    { from: "es", to: "hi" },
    { from: "-l", to: "" },
  ])
    await assert.rejects(
      translator.translate({ ...pair, text: "Hello", account: "1" }),
      refusedWith("translation.no_pair"),
    );
});

test("a machine without the program has no pairs", async () => {
  const translator = openApertium({ program: "/nowhere/apertium" });
  await translator.isAsked;
  assert.deepEqual(translator.pairs(), []);
});

test("a program that fails, hangs or says too much is ended with all that it started, and nothing of it is shown", async () => {
  const translator = openApertium({ program, patienceMs: 700 });
  await translator.isAsked;
  for (const text of ["fail", "hang", "flood"])
    await assert.rejects(translator.translate({ ...INTO_SPANISH, text }), refusedWith("translation.failed"), text);
  await pause(50);
  const running = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
  assert.doesNotMatch(running, /^sleep 61$|^yes so many words$/m);
  assert.equal(await translator.translate({ ...INTO_SPANISH, text: "Hello" }), "Hola");
});

test("one text of an account runs at a time, few in all, and the others are refused after waiting", async () => {
  const translator = openApertium({ program, patienceMs: 400, atOnce: 1 });
  await translator.isAsked;
  const hanging = translator.translate({ ...INTO_SPANISH, text: "hang" });
  const waiting = Promise.allSettled(
    Array.from({ length: 6 }, () => translator.translate({ ...INTO_SPANISH, text: "Hello" })),
  );
  await assert.rejects(hanging, refusedWith("translation.failed"));
  const busy = (await waiting).filter(
    (one) => one.status === "rejected" && refusedWith("translation.busy")(one.reason),
  );
  assert.ok(busy.length >= 2, `${busy.length} were refused`);
});

test("a pair that is installed later is found without a restart", async () => {
  let nowMs = 0;
  const translator = openApertium({ program, nowMs: () => nowMs });
  await translator.isAsked;
  assert.equal(translator.pairs().length, 5);
  nowMs += 600_000;
  assert.equal(translator.pairs().length, 5, "what is known is answered while the program is asked again");
});

// Guards: however often and in however many ways something breaks, the log and the reports get a bounded share of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FAULTS_PER_HOUR, makeFaultLimit } from "./fault-limit.ts";

const HOUR = 3_600_000;

test("a kind of fault is told a few times an hour, and afterwards how often it was not", () => {
  let now = 0;
  const limit = makeFaultLimit(() => now);
  const told = Array.from({ length: 50 }, () => limit("one").isTold);
  assert.equal(told.filter(Boolean).length, FAULTS_PER_HOUR);
  assert.ok(limit("two").isTold, "another kind is told");
  now = HOUR - 1;
  assert.equal(limit("one").isTold, false);
  now = HOUR;
  assert.deepEqual(limit("one"), { isTold: true, untold: 51 - FAULTS_PER_HOUR });
  assert.deepEqual(limit("one"), { isTold: true, untold: 0 });
  assert.deepEqual(limit("two"), { isTold: true, untold: 0 });
});

test("a thousand kinds in an hour are told as a hundred and a rest", () => {
  const limit = makeFaultLimit(() => 0);
  const told = Array.from({ length: 1000 }, (_, number) => limit(`kind ${number}`).isTold);
  assert.equal(told.filter(Boolean).length, 100 + FAULTS_PER_HOUR);
});

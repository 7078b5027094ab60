// Guards: however often and in however many ways something breaks, the log and the reports get a bounded share of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FAULTS_PER_HOUR, makeFaultLimit } from "./fault-limit.ts";

const HOUR = 3_600_000;

test("a kind of fault is logged a few times an hour, and then with the number of suppressed ones", () => {
  let now = 0;
  const limit = makeFaultLimit(() => now);
  const logged = Array.from({ length: 50 }, () => limit("one").isLogged);
  assert.equal(logged.filter(Boolean).length, FAULTS_PER_HOUR);
  assert.ok(limit("two").isLogged, "another kind is logged");
  now = HOUR - 1;
  assert.equal(limit("one").isLogged, false);
  now = HOUR;
  assert.deepEqual(limit("one"), { isLogged: true, suppressed: 51 - FAULTS_PER_HOUR });
  assert.deepEqual(limit("one"), { isLogged: true, suppressed: 0 });
  assert.deepEqual(limit("two"), { isLogged: true, suppressed: 0 });
});

test("a thousand kinds in an hour are logged as a hundred and a rest", () => {
  const limit = makeFaultLimit(() => 0);
  const logged = Array.from({ length: 1000 }, (_, number) => limit(`kind ${number}`).isLogged);
  assert.equal(logged.filter(Boolean).length, 100 + FAULTS_PER_HOUR);
});

// Guards: in a cluster with Patroni, behind HAProxy and PgBouncer, what is acknowledged survives the death of the primary's database.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findRoot, runProof } from "./command.ts";

test("what is acknowledged in a cluster survives the death of its primary", async (t) => {
  let said = "";
  const say = (text: string) => {
    said += text;
  };
  const found = await findRoot(say);
  if ("why" in found) {
    assert.ok(!process.env.PARLEY_CI, found.why);
    return t.skip(`not run: ${found.why}`);
  }
  assert.equal(await runProof(found.root, { proof: "short", isInMemory: true, say }), 0, said);
  for (const [, note] of said.matchAll(/^· (.*)$/gm)) t.diagnostic(`NOTE ${note}`);
});

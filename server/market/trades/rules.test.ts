// Guards: the rules by which the database moves trades are those of the flows' own files.
import assert from "node:assert/strict";
import { test } from "node:test";
import { testDb } from "../../testing/database.ts";
import { FLOWS } from "./flows/index.ts";

const { owner } = await testDb();

test("the database knows each transition of each flow, by whom and with what for the coins, and no other", async () => {
  const written = Object.entries(FLOWS).flatMap(([flow, { transitions }]) =>
    transitions.flatMap(({ verb, by, from, to, escrow = null, toFlow = null }) =>
      by.flatMap((actor) =>
        from.map((status) => [flow, verb, actor, status, to === "same" ? status : to, escrow, toFlow]),
      ),
    ),
  );
  const { rows } = await owner.query({
    text: "select flow_type, verb, actor, from_status, to_status, escrow, to_flow from trade_rules",
    rowMode: "array",
  });
  assert.deepEqual(rows.map(String).sort(), written.map(String).sort());
});

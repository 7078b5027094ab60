// Guards: what is kept for a time goes when that time is over, and not before.
import assert from "node:assert/strict";
import { test } from "node:test";
import { testApp } from "../testing/index.ts";

const { owner, runJob } = await testApp();

test("kinds of errors are kept for 30 days after their last one, and what a sent email said for one", async () => {
  await owner.query(
    `insert into error_kinds (source, place, mark, message, times, first_at, last_at)
     select 'call', '/x', encode(sha256(age::text::bytea), 'hex'), age::text, 1, market_now() - age, market_now() - age
     from unnest('{29 days 23:59:50,30 days 00:00:10}'::interval[]) age`,
  );
  await owner.query(
    `insert into mails (dedupe_key, to_address, subject, body_text, created_at, next_at, sent_at)
     select coalesce('sent ' || age, 'waits'), 'to', 'about', 'code', market_now(), market_now(), market_now() - age
     from unnest('{23:59:50,24:00:10,null}'::interval[]) age`,
  );
  await runJob("forget-old-platform-rows");
  const reports = await owner.query("select message from error_kinds");
  assert.deepEqual(reports.rows, [{ message: "29 days 23:59:50" }]);
  const mails = await owner.query(
    "select dedupe_key, to_address || subject || body_text as kept from mails order by id",
  );
  assert.deepEqual(mails.rows, [
    { dedupe_key: "sent 23:59:50", kept: "toaboutcode" },
    { dedupe_key: "sent 24:00:10", kept: "" },
    { dedupe_key: "waits", kept: "toaboutcode" },
  ]);
});

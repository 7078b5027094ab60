/** Two administrators end an order at a provider, or decide about a code that was reported. */
import assert from "node:assert/strict";
import type { CODE_DECISIONS, OrderDecision } from "#contract/products/providers/order-names.ts";
import { changeByStaff, confirmStaffChange, getStaffDesk } from "#contract/staff/staff.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import type { TestApp } from "../app.ts";
import { aNamedUser } from "../people/restrictions.ts";

type Ending = {
  readonly userId: bigint;
  readonly order: string;
  readonly decision: OrderDecision | (typeof CODE_DECISIONS)[number];
};

export async function endByTwo(app: TestApp, { userId, order, decision }: Ending): Promise<void> {
  const { rows } = await app.owner.query("select username from users where id = $1", [userId]);
  const change: StaffChange = { kind: "end_order", id: rows[0].username, order, decision };
  const [first, second] = [await aNamedUser(app, "admin"), await aNamedUser(app, "admin")];
  await app.prove(first.client.token, change);
  const asked = await first.client.call(changeByStaff, { body: { change, reason: "the statement has it" } });
  assert.deepEqual([asked.code, asked.data.isDone], ["", false]);
  const { data } = await second.client.call(getStaffDesk);
  const id = data.waiting.find(({ change: waiting }) => JSON.stringify(waiting) === JSON.stringify(change))?.id ?? "";
  assert.equal((await first.client.call(confirmStaffChange, { body: { id } })).code, "staff.second_person");
  await app.prove(second.client.token, change);
  assert.equal((await second.client.call(confirmStaffChange, { body: { id } })).code, "");
}

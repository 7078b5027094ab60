// Guards: no name that a user enters has a line break, whatever call takes it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { giveName } from "#contract/people/accounts.ts";
import { ROUTED } from "../../collected.ts";
import { aPerson, testApp } from "../../testing/index.ts";

/** Fields that hold a name or another text of one line, in a body and in what lies in it; a username has its own rule. */
const OF_ONE_LINE = /(?<!user)name|holder|label|city|position|line_\d/i;
const BREAKS = ["\n", "\r\n", "\r", "\u2028", "\u2029", "\u0085"];

type Schema = { safeParse(value: unknown): { success: boolean }; _zod: { def: Record<string, unknown> } };

/** Each field of a shape, also in lists and in what may be absent. */
function fieldsOf(schema: Schema | undefined, path = ""): [string, Schema][] {
  const { shape, element, innerType, options } = (schema?._zod.def ?? {}) as {
    shape?: Record<string, Schema>;
    element?: Schema;
    innerType?: Schema;
    options?: Schema[];
  };
  if (shape)
    return Object.entries(shape).flatMap(
      ([name, field]) => [[`${path}.${name}`, field], ...fieldsOf(field, `${path}.${name}`)] as [string, Schema][],
    );
  return [element, innerType, ...(options ?? [])].flatMap((inner) => (inner ? fieldsOf(inner, path) : []));
}

test("every field for a name, an account's holder or a place refuses a line break", () => {
  const fields = ROUTED.flatMap(({ endpoint }) =>
    fieldsOf(endpoint.body as unknown as Schema).map(([path, field]) => [`${endpoint.name}${path}`, field] as const),
  ).filter(([path]) => OF_ONE_LINE.test(path.slice(path.lastIndexOf("."))));
  assert.ok(fields.length > 25, `${fields.length} fields`);
  const taken = fields.filter(([, field]) => BREAKS.some((end) => field.safeParse(`Ada${end}Parley system`).success));
  assert.deepEqual(
    taken.map(([path]) => path),
    [],
  );
});

test("a line break in a name is refused at that name", async () => {
  const app = await testApp();
  const { client } = await aPerson(app);
  const form = { birth_date: "1986-12-09", country_iso: "US" };
  for (const names of [
    { first_name: "Grace\n— Parley system: pay here", last_name: "Hopper" },
    { first_name: "Grace", last_name: "Hop\r\nper" },
  ]) {
    const answer = await client.call(giveName, { body: { ...form, ...names } });
    assert.deepEqual([answer.status, answer.code], [422, "ERROR_INPUT_VALIDATION"]);
  }
});

/** Prints each test and each suite as one line of JSON: its name and, of a failure, what it failed of. */
import type { TestEvent } from "node:test/reporters";
import type { TestResult } from "./verdict.ts";

export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== "test:pass" && type !== "test:fail") continue;
    if (data.skip !== undefined) continue;
    const result: TestResult = {
      name: data.name,
      isSuite: data.details.type === "suite",
      error: type === "test:fail" ? shortError(data.details.error) : undefined,
    };
    yield `${JSON.stringify(result)}\n`;
  }
}

/** The runner wraps what was thrown. */
function shortError({ failureType, cause }: Error & { failureType?: string }): TestResult["error"] {
  const thrown = cause instanceof Error ? cause : new Error(String(cause));
  const { name, message } = thrown;
  const code = "code" in thrown && typeof thrown.code === "string" ? thrown.code : undefined;
  return { failureType: failureType ?? "unknown", name, code, message: message.slice(0, 300) };
}

/** The overhead of the platform on a request: public calls, including cached ones, against a bare Fastify that sends the same bytes. */
import type { Ground } from "./ground.ts";
import { makePairs } from "./pairs.ts";
import { during, interleaved, middle, ratioOf, whole } from "./rounds.ts";
import type { Row } from "./row.ts";
import { getRequest, openWires, type Wire } from "./wire.ts";

/** Of the twelve listed offers. */
const LISTING = "/rest/v1/offers?type=sell&currency=USD";
const CALLERS = 32;
const ROUNDS = 5;
const SECONDS = 3;

export async function httpPlatform(ground: Ground): Promise<Row[]> {
  const subject = await ground.server();
  const subjects = await openWires(subject.port, CALLERS);
  const rows: Row[] = [];
  const [pair] = await makePairs(ground, 12);
  const calls = ["/healthz", "/rest/v2/payment-method-groups", LISTING, `/rest/v1/offers/${pair?.offer}`];
  for (const path of calls) {
    const answer = await subjects[0]?.ask(getRequest(path));
    if (answer?.status !== 200) throw new Error(`${path} answered ${answer?.status}`);
    const limit = await ground.bare({ json: answer.body });
    const limits = await openWires(limit.port, CALLERS);
    ground.say(`${ROUNDS} rounds of ${CALLERS} callers of ${path} and of a bare Fastify`);
    const asking = (wires: readonly Wire[], request: string) => (seconds: number) =>
      during(seconds, CALLERS, (caller) => wires[caller]?.ask(request) ?? Promise.reject(new Error("no connection")));
    const rounds = await interleaved(
      ROUNDS,
      { limit: asking(limits, getRequest("/same")), subject: asking(subjects, getRequest(path)) },
      SECONDS,
    );
    for (const wire of limits) wire.close();
    await limit.stop();
    rows.push({
      name: `HTTP: GET ${path.startsWith(LISTING) ? "/rest/v1/offers, ten cards" : path.replace(/offers\/.*/, "offers/:id")}, ${answer.bytes.length} bytes`,
      measured: `${whole(middle(rounds.subject, "perSecond"))}/s`,
      limit: `bare Fastify ${whole(middle(rounds.limit, "perSecond"))}/s`,
      ratio: ratioOf(rounds.subject, rounds.limit, "perSecond"),
      target: { atLeast: 0.8 },
    });
  }
  for (const wire of subjects) wire.close();
  await subject.stop();
  return rows;
}

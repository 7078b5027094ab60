/** Right arguments about chargebacks, each about a trade of its own. */
import { aPerson, aTrade } from "../../../server/testing/index.ts";
import { ids } from "../../../server/platform/ids.ts";
import type { Good, Ground } from "../ground.ts";

async function aReport(ground: Ground, now: string): Promise<readonly unknown[]> {
  const hash = await aTrade(ground.market, "released");
  const words = Buffer.alloc(40, 1);
  return [hash, ground.market.seller.id, `CHARGEBACK-${ids.digits(12)}`, "payment_reversed", words, [], now];
}

type Step = "reported" | "taken" | "confirmed";

/** Its number, and a staff member who may judge it. */
async function aCase(ground: Ground, now: string, step: Step): Promise<{ id: string; staff: bigint; hash: unknown }> {
  const { owner } = ground.app;
  const asked = await aReport(ground, now);
  await owner.query("select report_chargeback($1, $2, $3, $4, $5, $6, $7)", [...asked]);
  const { id: staff } = await aPerson(ground.app);
  await owner.query("insert into user_roles values ($1, 'moderator', market_now() - interval '1 day')", [staff]);
  const id = String(asked[2]);
  if (step !== "reported") await owner.query("select take_chargeback($1, $2, 'the next one', $3)", [id, staff, now]);
  if (step === "confirmed")
    await owner.query("select decide_chargeback($1, $2, 'confirmed', 'It was reversed', null, $3)", [id, staff, now]);
  return { id, staff, hash: asked[0] };
}

export function chargebackCalls(ground: Ground): Record<string, Good[]> {
  return {
    report_chargeback: [(now) => aReport(ground, now)],
    take_chargeback: [
      async (now) => {
        const { id, staff } = await aCase(ground, now, "reported");
        return [id, staff, "the next one", now];
      },
    ],
    decide_chargeback: [
      async (now) => {
        const { id, staff } = await aCase(ground, now, "taken");
        return [id, staff, "confirmed", "The provider reversed it", "5", now];
      },
    ],
    make_chargeback_good: [async (now) => [(await aCase(ground, now, "confirmed")).id, ground.market.seller.id, now]],
    chargeback_time: [async () => [await aTrade(ground.market, "released")]],
    may_judge_chargeback: [
      async (now) => {
        const { staff, hash } = await aCase(ground, now, "reported");
        return [hash, staff];
      },
    ],
  };
}

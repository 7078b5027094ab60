/** Chargebacks: what a decision counts, and the correction that makes one good. */
import * as chargebacks from "#contract/chargebacks.ts";
import { changeByStaff, confirmStaffChange, getStaffDesk } from "#contract/staff.ts";
import type { StaffChange } from "#contract/staff-changes.ts";
import { aModerator } from "../../server/testing/disputes.ts";
import { aTrade, type TestMarket } from "../../server/testing/index.ts";
import type { Stage } from "./stage.ts";
import { asks, type MoneyVerb } from "./verb.ts";

async function expectOk(answer: Promise<{ status: number; code: string }>): Promise<void> {
  const { status, code } = await answer;
  if (status !== 200) throw new Error(`a step of the sweep was refused: ${code}`);
}

const peopleOf = ({ buyer, seller }: TestMarket) => ({ buyer: buyer.id, seller: seller.id });
const REPORT = {
  isVerifiedCorrectly: true,
  reason: "payment_reversed",
  text: "The payment was taken back",
  payer_name: "Max Payer",
} as const;
const CONFIRMED = {
  outcome: "confirmed",
  answer: "The notice shows the reversal.",
  compensation_units: "5000",
} as const;

/** A report that somebody of the staff has taken. */
async function taken(stage: Stage, market: TestMarket) {
  const judge = await aModerator({ app: stage.world });
  const hash = await aTrade(market, "released");
  const body = { ...REPORT, id_hashed: hash };
  const { data } = await market.seller.client.call(chargebacks.reportChargeback, { body });
  const id = data.report?.caseNumber ?? "";
  await expectOk(judge.call(chargebacks.takeChargeback, { params: { id }, body: { reason: "next in the queue" } }));
  return { id, hash, judge };
}

export const CHARGEBACK_VERBS: readonly MoneyVerb[] = [
  {
    name: "report a chargeback",
    async prepare(stage) {
      const market = await stage.market({});
      const body = { ...REPORT, id_hashed: await aTrade(market, "released") };
      return {
        people: peopleOf(market),
        call: asks(market.seller.client, chargebacks.reportChargeback, { body }),
      };
    },
  },
  {
    name: "confirm a chargeback",
    async prepare(stage) {
      const market = await stage.market({});
      const { id, judge } = await taken(stage, market);
      return {
        people: peopleOf(market),
        call: asks(judge, chargebacks.decideChargeback, { params: { id }, body: CONFIRMED }),
      };
    },
  },
  {
    name: "correction that makes a chargeback good",
    async prepare(stage) {
      const market = await stage.market({});
      const { id, judge } = await taken(stage, market);
      await expectOk(judge.call(chargebacks.decideChargeback, { params: { id }, body: CONFIRMED }));
      const [one, two] = [
        await aModerator({ app: stage.world }, "admin"),
        await aModerator({ app: stage.world }, "admin"),
      ];
      const { rows } = await stage.world.owner.query("select username from users where id = $1", [market.seller.id]);
      const change: StaffChange = {
        ...({ kind: "post_journal", side: "credit", house: "loss", crypto_currency_code: "BTC" } as const),
        ...{ id: rows[0].username as string, amount: "0.00005", case_number: id },
      };
      await expectOk(one.call(changeByStaff, { body: { change, reason: "a chargeback" } }));
      const waiting = (await two.call(getStaffDesk)).data.waiting.find(
        ({ change: asked }) => "case_number" in asked && asked.case_number === id,
      );
      await stage.world.prove(two.token, change);
      return {
        people: peopleOf(market),
        call: asks(two, confirmStaffChange, { body: { id: waiting?.id ?? "" } }),
      };
    },
  },
];

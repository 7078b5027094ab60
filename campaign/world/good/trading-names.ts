/** Right arguments for the functions of trading names, of verified companies and reviewers that are made for them. */
import { ids } from "../../../server/platform/ids.ts";
import { aNamedUser } from "../../../server/testing/people/restrictions.ts";
import { aTradingName, aVerifiedCompany } from "../../../server/testing/people/trading-names.ts";
import { type Good, type Ground, prove } from "../ground.ts";

export function tradingNameCalls(ground: Ground): Record<string, Good[]> {
  const { app } = ground;
  const aName = async (status: "waiting" | "approved" = "waiting") => {
    // Names of companies that other right arguments have sealed with nothing.
    await app.owner.query("update users set company_name_sealed = null where octet_length(company_name_sealed) < 29");
    const [company, staff] = [await aVerifiedCompany(app), await aNamedUser(app, "supermoderator")];
    const reference = await aTradingName(app, { company, name: `Shop ${ids.hash()}`, status });
    return { company, reference, staff: staff.id };
  };
  return {
    "ask_for_trading_name asked": [
      async (now) => [(await aVerifiedCompany(app)).id, ids.hash(), "Any Shop", ids.hash(), now],
    ],
    withdraw_trading_name: [async (now) => [(await aName()).company.id, "waiting", now]],
    "approve_trading_name approved_first": [
      async (now) => {
        const { reference, staff } = await aName();
        await prove(ground, `staff_approve_verification:${reference}`, staff);
        return [reference, staff, now];
      },
    ],
    "end_trading_name done": [
      async (now) => {
        const { reference, staff } = await aName();
        return [reference, staff, "refused", "misleading", "", now];
      },
      async (now) => {
        const { reference, staff } = await aName("approved");
        return [reference, staff, "removed", "misleading", "reported", now];
      },
    ],
  };
}

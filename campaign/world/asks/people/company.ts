/** Right calls about accounts of companies, of people who are made for them. */
import { aPerson } from "../../../../server/testing/index.ts";
import { aSubmitted } from "../../../../server/testing/people/verification.ts";
import type { World } from "../../open-world.ts";
import { tradingNameAsks } from "./trading-name.ts";

export async function aNamed(app: World["app"]) {
  const { id, client } = await aPerson(app);
  const { rows } = await app.owner.query("select username from users where id = $1", [id]);
  return { id, client, token: client.token, username: rows[0].username as string };
}

export function companyAsks({ app, tokens }: Pick<World, "app" | "tokens">) {
  const aNamedUser = () => aNamed(app);
  const aCorporate = async () => {
    const person = await aNamedUser();
    await app.owner.query("update users set corporate_since = market_now() where id = $1", [person.id]);
    return person;
  };
  const company = {
    country_iso3: "NGA",
    legal_form: "limited_company",
    legal_name: "Obi Trading Ltd",
    registration_number: "RC12345",
    address_line_1: "1 Broad Street",
    city_name: "Lagos",
    position: "Director",
    owners: [{ name: "Ada Obi", share: 60 }],
  };
  return {
    startCompanyVerification: async () => {
      const person = await aNamedUser();
      await app.owner.query("update users set corporate_since = market_now() where id = $1", [person.id]);
      const reference = await aSubmitted(app, person);
      await app.owner.query(
        "update verifications set status = 'approved', decided_at = market_now() where reference = $1",
        [reference],
      );
      return { by: person.token, body: company };
    },
    convertToCorporate: async () => ({ by: (await aNamedUser()).token }),
    convertToPersonal: async () => ({ by: (await aCorporate()).token }),
    postponeCompanyVerification: async () => ({ by: (await aCorporate()).token }),
    ...tradingNameAsks({ app, tokens }),
    getCorporateAccount: async () => ({ by: (await aCorporate()).token }),
  };
}

/** Users whom Bob invited: what they trade from the start is the first reward of the demo. */
import { applyAsAmbassador } from "#contract/reach/ambassadors.ts";
import { enterReferralCode, getPartnerProgram } from "#contract/reach/partner/partner.ts";
import { type Site, signIn } from "./case-client.ts";

const emailOf = (username: string) => `${username}@demo.parley.invalid`;

export async function seedReferrals({ site }: { readonly site: Site }): Promise<void> {
  const { code } = await (await signIn(site, emailOf("bob"))).call(getPartnerProgram, {});
  for (const name of ["carla", "deniz", "omar"])
    await (await signIn(site, emailOf(name))).call(enterReferralCode, { body: { code } });
  const text = "I help new traders at our university in Lagos, in English and Yoruba, and lead a group of 300 people.";
  await (await signIn(site, emailOf("carla"))).call(applyAsAmbassador, { body: { text } });
}

/** The OTC desk: what it is, for everybody, and for who is signed in their requests and the prices that they are asked to agree to. */
import type { OtcDeskProps } from "#contract/market/pages.ts";
import { PATHS } from "#contract/platform/paths.ts";
import type { PageContext, PageRoute, Shown } from "../../../platform/http/pages/page-route.ts";
import { leastUsd, viewDesk } from "../../../market/otc/index.ts";
import { findUserById, ID_LEVEL } from "../../../people/accounts/index.ts";
import { currencyName, FIATS } from "../../../reference/catalog/index.ts";

const KEPT_MS = 60_000;

async function loadDesk({ tx, viewer, locale }: PageContext): Promise<Shown> {
  if (!viewer) {
    const props: OtcDeskProps = { leastUsd: await leastUsd(tx), own: null };
    return { page: "otc-desk", props, keeping: { topics: [], forMs: KEPT_MS } };
  }
  const props: OtcDeskProps = {
    leastUsd: await leastUsd(tx),
    own:
      viewer.roles.length > 0
        ? null
        : {
            desk: await viewDesk(tx, viewer.userId, locale),
            isVerified: viewer.level >= ID_LEVEL,
            fiat: (await findUserById(tx, viewer.userId))?.currency_code ?? "USD",
            currencies: FIATS.map((fiat) => ({ code: fiat.code, name: currencyName(fiat, locale) })),
          },
  };
  return { page: "otc-desk", props };
}

export const otcPages: readonly PageRoute[] = [
  { path: PATHS.otcDeskLanding, policy: { auth: "public", rateLimit: "read" }, load: loadDesk },
];

/** Every page of the site: its name, the props of its screen, its addresses. The domains declare them. */
import { COMPLIANCE_PAGES } from "./compliance/pages.ts";
import { DEMO_PAGES } from "./demo/pages.ts";
import { MARKET_PAGES } from "./market/pages.ts";
import { PEOPLE_PAGES } from "./people/pages.ts";
import type { PropsOf } from "./define-page.ts";
import { PRODUCTS_PAGES } from "./products/pages.ts";
import { REACH_PAGES } from "./reach/pages.ts";
import { SITE_PAGES } from "./site/pages.ts";
import { STAFF_PAGES } from "./staff/pages.ts";

export const PAGES = {
  ...MARKET_PAGES,
  ...PRODUCTS_PAGES,
  ...PEOPLE_PAGES,
  ...COMPLIANCE_PAGES,
  ...REACH_PAGES,
  ...STAFF_PAGES,
  ...SITE_PAGES,
  ...DEMO_PAGES,
};

export type PageName = keyof typeof PAGES;
export type PageProps = { [P in PageName]: PropsOf<(typeof PAGES)[P]> };

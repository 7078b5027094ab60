/** The first page: the tour where a demo runs, the live offers, and how a trade goes. Only the middle is a screen. */
import type { HomeProps } from "#contract/platform/page-props.ts";
import { Island } from "../island.tsx";
import type { PageSetting } from "../page.ts";
import { HowItGoes } from "./how-it-goes.tsx";
import { PriceChart } from "./price-chart.tsx";
import { Tour } from "./tour.tsx";

export function HomePage({ tour, chart, setting, ...props }: HomeProps & { setting: PageSetting }) {
  return (
    <>
      {tour && <Tour {...tour} setting={setting} />}
      <Island app="marketplace" route="home" props={props} />
      <PriceChart chart={chart} setting={setting} />
      <HowItGoes t={setting.t} />
    </>
  );
}

/** The first page: the sentence to fill in with live offers, the tour where a demo runs, and how a trade goes. */
import type { ComponentProps } from "react";
import type { HomeProps } from "#contract/market/pages.ts";
import { cx } from "#ui/cx.ts";
import type { PageSetting } from "#sdk/screen.ts";
import type HomeScreen from "../../apps/marketplace/home/home-screen.tsx";
import { Island } from "../island.tsx";
import { HowItGoes } from "./how-it-goes.tsx";
import { PriceChart } from "./price-chart.tsx";
import { Tour } from "./tour.tsx";

export function HomePage({ tour, chart, setting, ...props }: HomeProps & { setting: PageSetting }) {
  const isToured = tour !== null && !setting.isTourDismissed;
  return (
    <>
      {/* The tour is one line above the offers where there is room, and below them on a phone. */}
      <div className={cx("grid grid-cols-[minmax(0,1fr)]", isToured && "md:[&>*:first-child]:order-2")}>
        <Island app="marketplace" route="home" props={props satisfies ComponentProps<typeof HomeScreen>} />
        {isToured && <Tour {...tour} setting={setting} />}
      </div>
      <HowItGoes t={setting.t} />
      <PriceChart chart={chart} setting={setting} />
    </>
  );
}

/** The first page: the tour where a demo runs, the live offers, and how a trade goes. Only the middle is a screen. */
import type { ComponentProps } from "react";
import type { HomeProps } from "#contract/market/pages.ts";
import type { PageSetting } from "#sdk/screen.ts";
import type HomeScreen from "../../apps/marketplace/home/home-screen.tsx";
import { Island } from "../island.tsx";
import { HowItGoes } from "./how-it-goes.tsx";
import { PriceChart } from "./price-chart.tsx";
import { Tour } from "./tour.tsx";

export function HomePage({ tour, chart, setting, ...props }: HomeProps & { setting: PageSetting }) {
  return (
    <>
      {tour && <Tour {...tour} setting={setting} />}
      <Island app="marketplace" route="home" props={props satisfies ComponentProps<typeof HomeScreen>} />
      <PriceChart chart={chart} setting={setting} />
      <HowItGoes t={setting.t} />
    </>
  );
}

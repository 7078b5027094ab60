/** The converter of a pair: its screen, and the chart that the server draws. */
import type { ComponentProps } from "react";
import type { ConverterProps } from "#contract/site/pages.ts";
import type { PageSetting } from "#sdk/screen.ts";
import type ConverterScreen from "../../apps/marketplace/converter/converter-screen.tsx";
import { Island } from "../island.tsx";
import { PriceChart } from "../home/price-chart.tsx";

export function ConverterPage({ chart, setting, ...props }: ConverterProps & { setting: PageSetting }) {
  return (
    <>
      <Island app="marketplace" route="converter" props={props satisfies ComponentProps<typeof ConverterScreen>} />
      <PriceChart chart={chart} setting={setting} />
    </>
  );
}

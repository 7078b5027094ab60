/** Coins bought by bank transfer or mobile money. */
import type { RampPageProps } from "#contract/products/pages.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { RampPage } from "./page.tsx";

export const screen: PageScreen<"on-ramp", typeof OnRampScreen> = {
  title: "ramps.buy.title",
  texts: ["ramps", "proof", "refusals"],
  isPublic: true,
};

export default function OnRampScreen(props: RampPageProps) {
  return <RampPage direction="buy" {...props} />;
}

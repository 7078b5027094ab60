/** Coins sold to a bank account or a wallet. */
import type { RampPageProps } from "#contract/products/pages.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { RampPage } from "./page.tsx";

export const screen: PageScreen<"off-ramp", typeof OffRampScreen> = {
  title: "ramps.sell.title",
  texts: ["ramps", "proof", "refusals"],
  isPublic: true,
};

export default function OffRampScreen(props: RampPageProps) {
  return <RampPage direction="sell" {...props} />;
}

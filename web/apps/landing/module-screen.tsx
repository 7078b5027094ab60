/** A landing where an element names it. Its figures follow the market while the page is in view. */
import { useEffect, useEffectEvent, useState } from "react";
import type { LandingProps } from "#contract/site/pages.ts";
import type { Landing } from "#contract/site/landing.ts";
import { usePage } from "#sdk/page-kit.ts";
import type { PartScreen } from "#sdk/screen.ts";
import { Spinner } from "#ui/spinner.tsx";
import { LandingBlocks } from "#widgets/landing-blocks.tsx";

export const screen: PartScreen = { texts: [] };

const AGAIN_MS = 30_000;

export default function ModuleScreen({ landing, route }: LandingProps) {
  const page = usePage();
  const [shown, setShown] = useState<Landing | undefined>(landing);
  const [error, setError] = useState<unknown>();
  const read = useEffectEvent(async () => {
    const module = landing?.module ?? route;
    if (!module) throw new Error("a landing needs its route");
    const { getLanding } = await import("#contract/site/landing.ts");
    setShown((await page.call(getLanding, { params: { module }, query: { locale: page.locale } })).data);
  });
  useEffect(() => {
    // Figures that cannot be read anew stay as they are.
    const again = () => void (document.visibilityState === "visible" && read().catch(() => undefined));
    if (!landing) read().catch(setError);
    const timer = setInterval(again, AGAIN_MS);
    return () => clearInterval(timer);
  }, [landing]);
  // The app shows its fallback view.
  if (error !== undefined) throw error;
  if (shown) return <LandingBlocks {...shown} />;
  return (
    <p className="grid justify-items-center p-8 text-muted">
      <Spinner size={24} />
    </p>
  );
}

/** The newcomer's way in, in a demo market: four steps, one button. */
import { usePage, useT } from "#sdk/page-kit.ts";
import { LinkButton } from "#ui/button.tsx";

const STEPS = ["step_1", "step_2", "step_3", "step_4"] as const;

export function TourCard({ isSignedIn }: { isSignedIn: boolean }) {
  const page = usePage();
  const t = useT();
  return (
    <section
      id="tour"
      aria-labelledby="tour-title"
      className="grid gap-4 rounded-xl border border-brand/30 bg-brand-soft p-5"
    >
      <div className="grid gap-1">
        <h2 id="tour-title" className="text-base font-semibold text-brand">
          {t("home.tour.title")}
        </h2>
        <p className="text-sm text-ink">{t("home.tour.text")}</p>
      </div>
      <ol className="grid gap-2.5">
        {STEPS.map((step, place) => (
          <li key={step} className="flex gap-3 text-sm">
            <span className="grid size-6 shrink-0 place-items-center rounded-full bg-brand text-2xs font-bold text-on-brand">
              {place + 1}
            </span>
            <span>{t(`home.tour.${step}`)}</span>
          </li>
        ))}
      </ol>
      {isSignedIn ? (
        <LinkButton href={page.href("offersSearch", { side: "buy", crypto: "BTC" })}>{t("home.tour.buy")}</LinkButton>
      ) : (
        <LinkButton href={page.href("register", undefined)}>{t("home.tour.start")}</LinkButton>
      )}
    </section>
  );
}

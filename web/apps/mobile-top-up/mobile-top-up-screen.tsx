/** Mobile top-up: the number and its operator, an amount, the price, and the newest orders; for visitors how it works. */
import { useState } from "react";
import type { TopUpPageProps } from "#contract/products/pages.ts";
import type { TopUpLookUp, TopUpQuote } from "#contract/products/top-ups.ts";
import { signInHref } from "#sdk/sign-in-first.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { phone } from "#ui/icons/shapes.ts";
import { AmountStep } from "./amount-step.tsx";
import { useCountryName } from "#sdk/words/country-name.ts";
import { Late } from "#sdk/late.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { NumberedSteps } from "#ui/numbered-steps.tsx";
import { NumberStep } from "./number-step.tsx";
import { PayStep } from "./pay-step.tsx";
import { RecentOrders } from "./recent-orders.tsx";
import { Simulated } from "./simulated.tsx";

export const screen: PageScreen<"mobile-top-up", typeof MobileTopUpScreen> = {
  title: "topups.title",
  texts: ["topups", "proof", "quote", "refusals"],
  isPublic: true,
};

type Offer = NonNullable<TopUpPageProps["offer"]>;

export default function MobileTopUpScreen({ offer }: TopUpPageProps) {
  const t = useT();
  const session = useSession();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 py-6">
      <header className="grid max-w-2xl gap-2">
        <h1 className="text-2xl font-bold">{t("topups.title")}</h1>
        {offer && <p className="text-muted">{t("topups.lead")}</p>}
      </header>
      {offer === null && (
        <EmptyState shape={phone} title={t("topups.not_here.title")}>
          {t("topups.not_here.text")}
        </EmptyState>
      )}
      {offer?.simulated && <Simulated />}
      {offer && (session ? <Form offer={offer} /> : <Landing countries={offer.countries} />)}
    </div>
  );
}

const loadMonthly = async () => (await import("./monthly-rules.tsx")).MonthlyRules;

function Form({ offer }: { offer: Offer }) {
  const t = useT();
  /** A question comes before the form, also on a small screen. */
  const isAsked = offer.rules.some(({ ask }) => ask?.status === "waiting");
  const [lookUp, setLookUp] = useState<TopUpLookUp | null>(null);
  const [quote, setQuote] = useState<TopUpQuote | null>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {/* What was chosen stays for the way back. */}
        <div hidden={quote !== null} className="grid grid-cols-[minmax(0,1fr)] gap-5 [&[hidden]]:hidden">
          <NumberStep offer={offer} lookUp={lookUp} onLookUp={setLookUp} />
          {lookUp && lookUp.state !== "waiting" && (
            <AmountStep key={lookUp.id} offer={offer} lookUp={lookUp} onQuote={setQuote} />
          )}
        </div>
        {quote && <PayStep key={quote.id} quote={quote} onBack={() => setQuote(null)} />}
      </div>
      <div className={cx("grid grid-cols-[minmax(0,1fr)] gap-5", quote === null && isAsked && "max-lg:order-first")}>
        {offer.rules.length > 0 && (
          <Late
            load={loadMonthly}
            props={{ rules: offer.rules, onQuote: setQuote }}
            loading={<Spinner />}
            failed={(again) => (
              <Button look="secondary" onClick={again}>
                {t("topups.monthly.title")}
              </Button>
            )}
          />
        )}
        <RecentOrders first={offer.orders} next={offer.next} />
      </div>
    </div>
  );
}

function Landing({ countries }: { countries: readonly string[] }) {
  const t = useT();
  const page = usePage();
  const nameOf = useCountryName();
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card className="grid gap-4 p-5">
        <h2 className="text-lg font-semibold">{t("topups.landing.how")}</h2>
        <NumberedSteps steps={(["step_1", "step_2", "step_3"] as const).map((step) => t(`topups.landing.${step}`))} />
        <LinkButton href={signInHref(page, page.href("mobileTopUp", undefined))} className="justify-self-start">
          {t("topups.landing.sign_in")}
        </LinkButton>
      </Card>
      <Card className="grid gap-3 p-5">
        <h2 className="text-lg font-semibold">{t("topups.landing.countries")}</h2>
        <ul className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm">
          {countries.map((country) => (
            <li key={country}>{nameOf(country)}</li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

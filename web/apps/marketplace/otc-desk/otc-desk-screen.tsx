/** The OTC desk for everybody: what it is, from which amount on, and what people ask. Who is signed in asks for a price here. */
import type { OtcDeskProps } from "#contract/market/pages.ts";
import { amountText } from "#sdk/words/money.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { Late } from "#sdk/late.tsx";
import type { PageScreen } from "#sdk/screen.ts";
import { signInHref } from "#sdk/sign-in-first.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { NumberedSteps } from "#ui/numbered-steps.tsx";
import { Questions } from "#ui/questions.tsx";

export const screen: PageScreen<"otc-desk", typeof OtcDeskScreen> = {
  title: "otc.title",
  description: (_, { t }) => t("otc.landing.lead"),
  texts: [
    "otc.title",
    "otc.landing",
    "otc.status",
    "otc.quote_status",
    "otc.ask",
    "otc.own",
    "otc.quote",
    "otc.trader",
  ],
  isPublic: true,
};

const STEPS = ["step_1", "step_2", "step_3", "step_4"] as const;
const QUESTIONS = ["bound", "who", "expired", "limits"] as const;

const loadOwn = async () => (await import("./own-desk.tsx")).OwnDesk;

export default function OtcDeskScreen({ leastUsd, own }: OtcDeskProps) {
  const t = useT();
  const page = usePage();
  const session = useSession();
  const here = page.href("otcDeskLanding", undefined);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 py-8">
      <header className="grid max-w-2xl gap-4">
        <h1 className="text-3xl font-bold tracking-tight">{t("otc.title")}</h1>
        <p className="text-muted">{t("otc.landing.lead")}</p>
        {!session && (
          <div className="flex flex-wrap gap-2">
            <LinkButton href={signInHref(page, here)}>{t("otc.landing.sign_in")}</LinkButton>
            <LinkButton look="secondary" href={page.href("register", undefined)}>
              {t("otc.landing.register")}
            </LinkButton>
          </div>
        )}
        {session && !own && <p className="text-sm text-muted">{t("otc.ask.staff")}</p>}
      </header>
      {own && (
        <Late
          load={loadOwn}
          props={{ leastUsd, own }}
          loading={
            <div className="grid min-h-96 place-items-center">
              <Spinner />
            </div>
          }
          failed={(again) => (
            <Button look="secondary" onClick={again}>
              {t("otc.landing.ask")}
            </Button>
          )}
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 md:grid-cols-2">
        <Card className="grid gap-3 p-5">
          <h2 className="text-lg font-semibold">{t("otc.landing.how")}</h2>
          <NumberedSteps steps={STEPS.map((step) => t(`otc.landing.${step}`))} />
        </Card>
        <Facts leastUsd={leastUsd} />
      </div>
      <section className="grid max-w-3xl gap-3" aria-labelledby="otc-questions">
        <h2 id="otc-questions" className="text-lg font-semibold">
          {t("otc.landing.questions.title")}
        </h2>
        <Questions
          questions={QUESTIONS.map((key) => ({
            key,
            question: t(`otc.landing.questions.${key}`),
            answer: t(`otc.landing.questions.${key}_answer`),
          }))}
        />
      </section>
    </div>
  );
}

function Facts({ leastUsd }: { leastUsd: number }) {
  const t = useT();
  const { locale } = usePage();
  const facts = [
    [t("otc.landing.least"), t("otc.landing.least_value", { amount: amountText(locale, `${leastUsd} USD`) })],
    [t("otc.landing.who"), t("otc.landing.who_value")],
    [t("otc.landing.cost"), t("otc.landing.cost_value")],
    [t("otc.landing.fee"), t("otc.landing.fee_value")],
  ] as const;
  return (
    <Card className="grid gap-3 p-5">
      <h2 className="text-lg font-semibold">{t("otc.landing.facts")}</h2>
      <dl className="divide-y divide-line text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4 py-2">
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

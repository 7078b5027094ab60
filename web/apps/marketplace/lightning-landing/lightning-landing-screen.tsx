/** Lightning for everybody: what it is for, the address of a user, what it costs and how much goes, how both ways work, and what people ask. */
import type { LightningLandingProps } from "#contract/products/pages.ts";
import { amountText, percentText } from "#sdk/words/money.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { NumberedSteps } from "#ui/numbered-steps.tsx";
import { Questions } from "#ui/questions.tsx";

export const screen: PageScreen<"lightning-landing", typeof LightningLandingScreen> = {
  title: "lightninglanding.title",
  description: (_, { t }) => t("lightninglanding.lead"),
  texts: ["lightninglanding"],
  isPublic: true,
};

const WAYS = ["receiving", "sending"] as const;
const STEPS = ["step_1", "step_2", "step_3"] as const;
const QUESTIONS = ["wallet", "away", "back", "code"] as const;

export default function LightningLandingScreen({ terms }: LightningLandingProps) {
  const t = useT();
  const page = usePage();
  const session = useSession();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10 py-8">
      <header className="grid max-w-2xl gap-4">
        <h1 className="text-3xl font-bold tracking-tight">{t("lightninglanding.title")}</h1>
        <p className="text-muted">{t("lightninglanding.lead")}</p>
        {terms ? (
          <div className="flex flex-wrap gap-2">
            <LinkButton href={page.href("lightning", undefined)}>{t("lightninglanding.open")}</LinkButton>
            {!session && (
              <LinkButton look="secondary" href={page.href("register", undefined)}>
                {t("lightninglanding.register")}
              </LinkButton>
            )}
          </div>
        ) : (
          <p className="text-sm text-muted">{t("lightninglanding.not_here")}</p>
        )}
      </header>
      {terms && <Terms terms={terms} />}
      <div className="grid items-start gap-5 md:grid-cols-2">
        {WAYS.map((way) => (
          <Card key={way} className="grid gap-3 p-5">
            <h2 className="text-lg font-semibold">{t(`lightninglanding.${way}.title`)}</h2>
            <NumberedSteps steps={STEPS.map((step) => t(`lightninglanding.${way}.${step}`))} />
          </Card>
        ))}
      </div>
      <section className="grid max-w-3xl gap-3" aria-labelledby="lightning-questions">
        <h2 id="lightning-questions" className="text-lg font-semibold">
          {t("lightninglanding.questions.title")}
        </h2>
        <Questions
          questions={QUESTIONS.map((key) => ({
            key,
            question: t(`lightninglanding.questions.${key}`),
            answer: t(`lightninglanding.questions.${key}_answer`),
          }))}
        />
      </section>
    </div>
  );
}

function Terms({ terms }: { readonly terms: NonNullable<LightningLandingProps["terms"]> }) {
  const t = useT();
  const { locale } = usePage();
  const usd = (sum: string) => amountText(locale, `${sum} USD`);
  const { isOwn, address } = terms;
  const facts = [
    [t("lightninglanding.terms.receive"), t("lightninglanding.terms.free")],
    [t("lightninglanding.terms.fee"), t("lightninglanding.terms.pct", { pct: percentText(locale, terms.feePct) })],
    [
      t("lightninglanding.terms.network"),
      t("lightninglanding.terms.network_pct", { pct: percentText(locale, terms.networkPct) }),
    ],
    [t("lightninglanding.terms.inside"), t("lightninglanding.terms.free")],
    [t("lightninglanding.terms.payment"), usd(terms.paymentUsd)],
    [t("lightninglanding.terms.month"), usd(terms.monthUsd)],
  ] as const;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 md:grid-cols-2">
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-5">
        <h2 className="text-lg font-semibold">{t("lightninglanding.address.title")}</h2>
        <p className="rounded-lg bg-sunken p-4 text-center text-lg font-semibold [overflow-wrap:anywhere]">
          <bdi dir="ltr">{address}</bdi>
        </p>
        <p className="text-sm text-muted">
          {t(isOwn ? "lightninglanding.address.own" : "lightninglanding.address.about")}
        </p>
      </Card>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-5">
        <h2 className="text-lg font-semibold">{t("lightninglanding.terms.title")}</h2>
        <dl className="divide-y divide-line text-sm">
          {facts.map(([name, value]) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-4 py-2">
              <dt className="text-muted">{name}</dt>
              <dd className="font-medium tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  );
}

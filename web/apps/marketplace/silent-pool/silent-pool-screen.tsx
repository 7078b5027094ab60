/** The silent pool for everybody: what it is and who is admitted; who is finds the coins here. */
import type { SilentPoolProps } from "#contract/market/pages.ts";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import { amountText, countText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { signInHref } from "#sdk/sign-in-first.ts";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Coin } from "#ui/pictures/coin.tsx";
import { NumberedSteps } from "#ui/numbered-steps.tsx";
import { Questions } from "#ui/questions.tsx";

export const screen: PageScreen<"silent-pool", typeof SilentPoolScreen> = {
  title: "silentpool.title",
  description: (_, { t }) => t("silentpool.lead"),
  texts: ["silentpool"],
  isPublic: true,
};

const STEPS = ["step_1", "step_2", "step_3"] as const;
const QUESTIONS = ["who", "where", "safe"] as const;

export default function SilentPoolScreen(props: SilentPoolProps) {
  const t = useT();
  const { locale } = usePage();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 py-8">
      <header className="grid max-w-2xl gap-4">
        <h1 className="text-3xl font-bold tracking-tight">{t("silentpool.title")}</h1>
        <p className="text-muted">{t("silentpool.lead")}</p>
        <WayIn {...props} />
      </header>
      {props.counts && <Coins counts={props.counts} />}
      <Card className="grid max-w-3xl gap-3 p-5">
        <h2 className="text-lg font-semibold">{t("silentpool.how")}</h2>
        <NumberedSteps
          steps={STEPS.map((step) => t(`silentpool.${step}`, { amount: amountText(locale, `${props.leastUsd} USD`) }))}
        />
      </Card>
      <section className="grid max-w-3xl gap-3" aria-labelledby="pool-questions">
        <h2 id="pool-questions" className="text-lg font-semibold">
          {t("silentpool.questions.title")}
        </h2>
        <Questions
          questions={QUESTIONS.map((key) => ({
            key,
            question: t(`silentpool.questions.${key}`),
            answer: t(`silentpool.questions.${key}_answer`),
          }))}
        />
      </section>
    </div>
  );
}

function WayIn({ obstacle }: SilentPoolProps) {
  const t = useT();
  const page = usePage();
  if (obstacle === "guest")
    return (
      <div className="flex flex-wrap gap-2">
        <LinkButton href={signInHref(page, page.href("silentPool", undefined))}>{t("silentpool.sign_in")}</LinkButton>
        <LinkButton look="secondary" href={page.href("register", undefined)}>
          {t("silentpool.register")}
        </LinkButton>
      </div>
    );
  if (obstacle !== null)
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-sm font-medium">{t(`silentpool.obstacle.${obstacle}`)}</p>
        {obstacle === "level" && (
          <LinkButton href={page.href("kycVerificationOf", { kind: "id" })}>{t("silentpool.verify")}</LinkButton>
        )}
      </div>
    );
  return (
    <LinkButton className="justify-self-start" href={page.href("createPoolOffer", undefined)}>
      {t("silentpool.create")}
    </LinkButton>
  );
}

function Coins({ counts }: { counts: NonNullable<SilentPoolProps["counts"]> }) {
  const t = useT();
  const page = usePage();
  return (
    <ul className="grid gap-3 sm:grid-cols-3">
      {CRYPTO_CODES.map((code) => (
        <li key={code}>
          <a
            href={page.href("silentPoolCoin", { coin: code.toLowerCase() })}
            className="grid gap-2 rounded-xl border border-line bg-raised p-5 hover:border-edge"
          >
            <span className="flex items-center gap-2 text-lg font-semibold">
              <Coin code={code} />
              {code}
            </span>
            <span className="text-sm text-muted">
              {t("silentpool.counts", {
                sell: countText(page.locale, counts[code].sell),
                buy: countText(page.locale, counts[code].buy),
              })}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

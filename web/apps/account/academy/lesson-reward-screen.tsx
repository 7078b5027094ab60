/** The reward of the partner program for a lesson. */
import { useState } from "react";
import { type LessonReward, REWARDED_LESSON } from "#contract/site/academy-names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PartScreen } from "#sdk/screen.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { amountText, isolated } from "#sdk/words/money.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";

export const screen: PartScreen = { texts: ["academy.reward"] };

/** `isOfLesson`: it is shown on the lesson itself. */
type Props = { readonly reward: LessonReward; readonly isOfLesson: boolean };

export default function LessonRewardScreen({ reward, isOfLesson }: Props) {
  const page = usePage();
  const t = useT();
  const [isClaimed, setClaimed] = useState(false);
  const amount = isolated(amountText(page.locale, `${reward.amount} ${reward.cryptoCurrencyCode}`));
  const claim = useAction(async () => {
    const { claimLessonReward } = await import("#contract/site/academy.ts");
    await page.call(claimLessonReward, {});
    setClaimed(true);
    page.toast("success", t("academy.reward.claimed", { amount }));
  });
  const state = isClaimed ? "paid" : reward.state;
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3 p-5" aria-labelledby="lesson-reward">
      <div className="grid gap-0.5">
        <h2 id="lesson-reward" className="font-semibold">
          {t("academy.reward.title")}
        </h2>
        <p className="text-sm text-muted" role="status">
          {t(`academy.reward.${state}`, { amount })}
        </p>
      </div>
      {state === "open" && (
        <Button isBusy={claim.isRunning} onClick={() => void claim.run()}>
          {t("academy.reward.claim", { amount })}
        </Button>
      )}
      {state === "unverified" && (
        <LinkButton href={page.href("kycVerification", undefined)}>{t("academy.reward.verify")}</LinkButton>
      )}
      {state === "unread" && !isOfLesson && (
        <LinkButton look="secondary" href={page.href(`academy/${REWARDED_LESSON}`, undefined)}>
          {t("academy.reward.lesson")}
        </LinkButton>
      )}
    </Card>
  );
}

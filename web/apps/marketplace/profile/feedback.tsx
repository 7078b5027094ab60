/** Reviews of a trader, filtered by rating and by their role in the trade. */
import { useState } from "react";
import type { FeedbackItem } from "#contract/market/trades/feedback.ts";
import type { ProfileProps } from "#contract/market/pages.ts";
import { agoText } from "#sdk/words/ago.ts";
import { countText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Avatar } from "#ui/pictures/avatar.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { thumbDown, thumbUp } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { ChipLink } from "#ui/chip.tsx";
import { profileAddress } from "./addresses.ts";

export function ProfileFeedback({ user, tab, offersPage, filters, feedback }: ProfileProps) {
  const page = usePage();
  const t = useT();
  const [shown, setShown] = useState({ items: feedback.items, nextPage: feedback.nextPage });
  const more = useAction(async (next: number) => {
    const { listUserFeedback } = await import("#contract/market/trades/feedback.ts");
    const { data } = await page.call(listUserFeedback, {
      params: { username: user.username },
      query: {
        page: String(next),
        rating: filters.rating ?? undefined,
        role: filters.role ?? undefined,
      },
    });
    setShown((known) => ({ items: [...known.items, ...data.items], nextPage: data.nextPage }));
  });
  const isFiltered = filters.rating !== null || filters.role !== null;
  const base = page.href("user", { username: user.username });
  const at = (wish: Partial<ProfileProps["filters"]>) =>
    profileAddress(base, { tab, page: offersPage, ...filters, ...wish }, "#feedback");
  return (
    <Card className="grid gap-4 p-5" aria-labelledby="feedback">
      <h2 id="feedback" className="flex flex-wrap items-center gap-x-4 gap-y-1 text-lg font-semibold">
        {t("profile.feedback.title")}
        <span className="flex items-center gap-1.5 text-sm font-medium text-good">
          <Icon shape={thumbUp} size={14} label={t("offers.row.feedback_good")} />
          {countText(page.locale, user.feedback.positive)}
        </span>
        <span className="flex items-center gap-1.5 text-sm font-medium text-bad">
          <Icon shape={thumbDown} size={14} label={t("offers.row.feedback_bad")} />
          {countText(page.locale, user.feedback.negative)}
        </span>
      </h2>
      <p className="text-xs text-muted">{t("profile.feedback.counted", { count: feedback.totalCount })}</p>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Choices
          label={t("profile.feedback.by_rating")}
          choices={([null, "positive", "negative"] as const).map((rating) => ({
            text: t(`profile.feedback.${rating ?? "any_rating"}`),
            href: at({ rating }),
            isChosen: filters.rating === rating,
          }))}
        />
        <Choices
          label={t("profile.feedback.by_role")}
          choices={([null, "buyer", "seller"] as const).map((role) => ({
            text: t(`profile.feedback.${role ?? "any_role"}`),
            href: at({ role }),
            isChosen: filters.role === role,
          }))}
        />
      </div>
      {shown.items.length === 0 ? (
        <p className="text-sm text-muted">
          {t(isFiltered ? "profile.feedback.none_filtered" : "profile.feedback.none")}
        </p>
      ) : (
        <ul className="grid gap-4">
          {shown.items.map((item) => (
            <Said key={item.id} item={item} />
          ))}
        </ul>
      )}
      {shown.nextPage !== null && (
        <Button
          look="secondary"
          isBusy={more.isRunning}
          onClick={() => void more.run(shown.nextPage ?? 1)}
          className="justify-self-start"
        >
          {t("profile.feedback.more")}
        </Button>
      )}
    </Card>
  );
}

function Choices({ label, choices }: { label: string; choices: { text: string; href: string; isChosen: boolean }[] }) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1">
      {choices.map((choice) => (
        <ChipLink key={choice.text} isOn={choice.isChosen} href={choice.href}>
          {choice.text}
        </ChipLink>
      ))}
    </nav>
  );
}

function Said({ item }: { item: FeedbackItem }) {
  const page = usePage();
  const t = useT();
  const isGood = item.rating > 0;
  return (
    <li className="flex gap-3">
      <Avatar name={item.giver} url={item.giverAvatarUrl} size={32} />
      <div className="grid min-w-0 gap-0.5 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
          <Icon
            shape={isGood ? thumbUp : thumbDown}
            size={14}
            label={t(isGood ? "offers.row.feedback_good" : "offers.row.feedback_bad")}
            className={isGood ? "text-good" : "text-bad"}
          />
          <a href={page.href("user", { username: item.giver })} className="font-semibold text-ink hover:underline">
            <bdi>{item.giver}</bdi>
          </a>
          <span>{t(item.giverRole === "buyer" ? "profile.feedback.bought" : "profile.feedback.sold")}</span>
          <span>{agoText(t, page.madeAtMs - Date.parse(item.updatedAt))}</span>
          <span>
            {item.paymentMethod} · {item.cryptoCurrencyCode}
          </span>
          {item.isMine && <Badge tone="info">{t("profile.feedback.mine")}</Badge>}
        </p>
        <p dir="auto" className="break-words">
          {item.message}
        </p>
        {item.reply && (
          <p dir="auto" className="border-s-2 border-line ps-3 break-words text-muted">
            {item.reply}
          </p>
        )}
      </div>
    </li>
  );
}

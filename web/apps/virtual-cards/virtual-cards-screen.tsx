/** Virtual cards: the account in dollars, its cards, what they paid, and the ways in and out. */
import { useState } from "react";
import type { CardAccount } from "#contract/products/cards/cards.ts";
import type { VirtualCardsProps } from "#contract/products/pages.ts";
import { fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { signInHref } from "#sdk/sign-in-first.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Late } from "#sdk/late.tsx";
import { Alert } from "#ui/alert.tsx";
import { Badge } from "#ui/badge.tsx";
import { Below } from "#ui/below.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Icon } from "#ui/icon.tsx";
import { arrowDown, plus, wallet } from "#ui/icons/shapes.ts";
import { CardTile } from "./card/tile.tsx";
import { MakeCard } from "./make-card.tsx";
import { MoveList } from "./move-list.tsx";
import { PaymentList } from "./payment-list.tsx";
import { TopUpDialog } from "./top-up-dialog.tsx";
import { useCardAccount } from "./use-card-account.ts";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

const loadApprovals = async () => (await import("./approvals.tsx")).Approvals;

export const screen: PageScreen<"virtual-cards", typeof VirtualCardsScreen> = {
  title: "cards.title",
  texts: ["cards", "proof"],
  isPublic: true,
};

export default function VirtualCardsScreen(props: VirtualCardsProps) {
  const t = useT();
  const page = usePage();
  if (props.account) return <Own {...props} first={props.account} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 py-4 md:gap-5 md:py-6">
      <h1 className="text-2xl font-bold">{t("cards.title")}</h1>
      {props.isAbsent ? (
        <EmptyState shape={wallet} title={t("cards.absent")}>
          {t("cards.absent_text")}
        </EmptyState>
      ) : (
        <EmptyState
          shape={wallet}
          title={t("cards.none")}
          action={
            <LinkButton href={signInHref(page, page.href("virtualCard", undefined))}>{t("cards.sign_in")}</LinkButton>
          }
        >
          {t("cards.lead")}
        </EmptyState>
      )}
    </div>
  );
}

function Own({ first, ...props }: VirtualCardsProps & { readonly first: CardAccount }) {
  const t = useT();
  const { href } = usePage();
  const { account, refresh } = useCardAccount(first);
  const [panel, setPanel] = useState(props.panel);
  const close = () => setPanel("dashboard");
  const done = () => {
    close();
    refresh();
  };
  const hasAccount = account.cards.length > 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 py-4 md:gap-5 md:py-6">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-2xl font-bold">{t("cards.title")}</h1>
        {account.simulated && <Badge tone="warn">{t("cards.simulated")}</Badge>}
        {account.simulated && hasAccount && (
          <LinkButton look="quiet" size="sm" className="ms-auto" href={href("cardTerminal", undefined)}>
            {t("cards.terminal.open")}
          </LinkButton>
        )}
      </div>
      {account.isProgramOver && <Alert kind="warning">{t("cards.program_over")}</Alert>}
      {account.approvals.length > 0 && (
        <Late
          load={loadApprovals}
          props={{ approvals: account.approvals, onChanged: refresh }}
          loading={<Spinner />}
          failed={(again) => (
            <Button look="secondary" onClick={again}>
              {t("cards.approve.title")}
            </Button>
          )}
        />
      )}
      {hasAccount ? (
        <>
          <Money account={account} onTopUp={() => setPanel("top-up")} onWithdraw={() => setPanel("withdraw")} />
          <Cards account={account} onMake={() => setPanel("create-card")} onChanged={refresh} />
          <Records account={account} onChanged={refresh} />
        </>
      ) : (
        <EmptyState
          shape={wallet}
          title={t("cards.none")}
          action={<Button onClick={() => setPanel("create-card")}>{t("cards.make_first")}</Button>}
        >
          {t("cards.none_text", { pct: account.topUpFeePct })}
        </EmptyState>
      )}
      {panel === "create-card" && (
        <MakeCard holder={account.asksAddress ? props.holder : null} onMade={done} onClose={close} />
      )}
      {panel === "top-up" && hasAccount && (
        <TopUpDialog account={account} balances={props.balances} onDone={done} onClose={close} />
      )}
      {panel === "withdraw" && hasAccount && (
        <WithdrawDialog account={account} rate={props.usdtRate} onDone={done} onClose={close} />
      )}
    </div>
  );
}

type CardsProps = { readonly account: CardAccount; readonly onMake: () => void; readonly onChanged: () => void };

function Cards({ account, onMake, onChanged }: CardsProps) {
  const t = useT();
  return (
    <section className="grid gap-3" aria-labelledby="cards-own">
      <div className="flex items-center justify-between gap-3">
        <h2 id="cards-own" className="text-lg font-semibold">
          {t("cards.own")}
        </h2>
        <Button look="secondary" size="sm" disabled={account.isProgramOver} onClick={onMake}>
          <Icon shape={plus} size={14} />
          {t("cards.make")}
        </Button>
      </div>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {account.cards.map((card) => (
          <li key={card.id} className="min-w-0">
            <CardTile
              card={card}
              payments={account.payments}
              issuerKey={account.issuerKey}
              askAbove={account.askAbove}
              onChanged={onChanged}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

type RecordsProps = { readonly account: CardAccount; readonly onChanged: () => void };

function Records({ account: { payments, moves }, onChanged }: RecordsProps) {
  const t = useT();
  return (
    <>
      <Card className="grid min-w-0 content-start gap-3 px-2 py-4 sm:p-5">
        <h2 className="font-semibold max-sm:px-2">{t("cards.payments")}</h2>
        <Below>
          <PaymentList payments={payments} onChanged={onChanged} />
        </Below>
      </Card>
      {moves.length > 0 && (
        <Card className="grid min-w-0 content-start gap-3 px-2 py-4 sm:p-5">
          <h2 className="font-semibold max-sm:px-2">{t("cards.moves")}</h2>
          <Below>
            <MoveList moves={moves} />
          </Below>
        </Card>
      )}
    </>
  );
}

type MoneyProps = { readonly account: CardAccount; readonly onTopUp: () => void; readonly onWithdraw: () => void };

function Money({ account, onTopUp, onWithdraw }: MoneyProps) {
  const t = useT();
  const { locale } = usePage();
  const usd = (sum: string) => `${fiatText(locale, sum, "USD")} USD`;
  return (
    <Card className="grid gap-4 p-5 md:grid-cols-[1fr_auto] md:items-end">
      <div className="grid gap-1">
        <p className="text-sm text-muted">{t("cards.balance")}</p>
        <p className="text-3xl font-bold tabular-nums">
          <bdi>{usd(account.balance)}</bdi>
        </p>
        <p className="text-sm text-muted">
          <bdi>{t("cards.held", { sum: usd(account.held) })}</bdi>
        </p>
        {account.owed !== "0.00" && <Alert kind="warning">{t("cards.owed", { sum: usd(account.owed) })}</Alert>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onTopUp} disabled={account.isProgramOver}>
          <Icon shape={plus} size={16} />
          {t("cards.top_up.title")}
        </Button>
        <Button look="secondary" onClick={onWithdraw}>
          <Icon shape={arrowDown} size={16} />
          {t("cards.withdraw.title")}
        </Button>
      </div>
    </Card>
  );
}

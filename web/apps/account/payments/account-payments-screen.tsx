/** Where a person is paid: their bank accounts and wallets of mobile money, adding one, changing it and removing it. */
import { type ReactNode, useState } from "react";
import type { PaymentsPageProps } from "#contract/market/pages.ts";
import type { BankAccount, MobileWallet } from "#contract/market/trades/payment/accounts.ts";
import { useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { lock } from "#ui/icons/shapes.ts";
import { FRAME_TEXTS, SettingsFrame } from "../settings/settings-frame.tsx";
import { BankForm } from "./bank-form.tsx";
import { RemoveAccount } from "./remove-account.tsx";
import { WalletForm } from "./wallet-form.tsx";

export const screen: PageScreen<"account-payments", typeof PaymentsScreen> = {
  title: "payments.title",
  texts: [...FRAME_TEXTS, "payments"],
};

/** The open action and its account; null is a new one. */
type Doing =
  | { readonly what: "bank"; readonly account: BankAccount | null }
  | { readonly what: "wallet"; readonly wallet: MobileWallet | null }
  | { readonly what: "remove_bank"; readonly account: BankAccount }
  | { readonly what: "remove_wallet"; readonly wallet: MobileWallet };

export default function PaymentsScreen(props: PaymentsPageProps) {
  const t = useT();
  const [accounts, setAccounts] = useState(props.accounts);
  const [wallets, setWallets] = useState(props.wallets);
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  return (
    <SettingsFrame here="payments" title={t("payments.title")} lead={t("payments.lead")}>
      <Section
        title={t("payments.banks")}
        button={<Button onClick={() => setDoing({ what: "bank", account: null })}>{t("payments.add_bank")}</Button>}
        none={accounts.length === 0 && [t("payments.banks_none"), t("payments.banks_none_text")]}
      >
        {accounts.map((account) => (
          <Row
            key={account.id}
            name={account.bankName ?? account.holderName}
            facts={[account.masked, account.currency.code, account.countryIso === "YY" ? "" : account.countryIso]}
            holder={account.bankName === null ? "" : account.holderName}
            isInUse={account.isInUse}
            onEdit={() => setDoing({ what: "bank", account })}
            onRemove={() => setDoing({ what: "remove_bank", account })}
          />
        ))}
      </Section>
      <Section
        title={t("payments.wallets")}
        button={
          <Button look="secondary" onClick={() => setDoing({ what: "wallet", wallet: null })}>
            {t("payments.add_wallet")}
          </Button>
        }
        none={wallets.length === 0 && [t("payments.wallets_none"), t("payments.wallets_none_text")]}
      >
        {wallets.map((wallet) => (
          <Row
            key={wallet.id}
            name={wallet.paymentMethod.name}
            facts={[wallet.phone]}
            holder={wallet.holderName}
            isInUse={wallet.isInUse}
            onEdit={() => setDoing({ what: "wallet", wallet })}
            onRemove={() => setDoing({ what: "remove_wallet", wallet })}
          />
        ))}
      </Section>
      {doing?.what === "bank" && (
        <BankForm
          account={doing.account}
          choices={props}
          onClose={close}
          onSaved={(saved) => {
            setAccounts(withSaved(accounts, saved));
            close();
          }}
        />
      )}
      {doing?.what === "wallet" && (
        <WalletForm
          wallet={doing.wallet}
          methods={props.methods}
          onClose={close}
          onSaved={(saved) => {
            setWallets(withSaved(wallets, saved));
            close();
          }}
        />
      )}
      {(doing?.what === "remove_bank" || doing?.what === "remove_wallet") && (
        <RemoveAccount
          target={doing}
          onClose={close}
          onAccounts={(left) => {
            setAccounts(left);
            close();
          }}
          onWallets={(left) => {
            setWallets(left);
            close();
          }}
        />
      )}
    </SettingsFrame>
  );
}

/** In the place of the one it was, or before the others. */
function withSaved<T extends { id: string }>(list: readonly T[], saved: T): T[] {
  return list.some(({ id }) => id === saved.id)
    ? list.map((one) => (one.id === saved.id ? saved : one))
    : [saved, ...list];
}

type SectionProps = {
  readonly title: string;
  readonly button: ReactNode;
  /** The text while there are none. */
  readonly none: false | readonly [title: string, text: string];
  readonly children: ReactNode;
};

function Section({ title, button, none, children }: SectionProps) {
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
        {button}
      </div>
      {none ? (
        <EmptyState shape={lock} title={none[0]}>
          {none[1]}
        </EmptyState>
      ) : (
        <ul className="grid gap-3">{children}</ul>
      )}
    </section>
  );
}

type RowProps = {
  readonly name: string;
  readonly facts: readonly string[];
  readonly holder: string;
  readonly isInUse: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
};

function Row({ name, facts, holder, isInUse, onEdit, onRemove }: RowProps) {
  const t = useT();
  return (
    <li>
      <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4">
        <div className="grid min-w-0 gap-0.5">
          <h3 className="flex flex-wrap items-center gap-2 font-semibold break-words">
            <bdi>{name}</bdi>
            {isInUse && <Badge tone="info">{t("payments.in_use")}</Badge>}
          </h3>
          <p dir="ltr" className="text-sm tabular-nums rtl:text-end">
            {facts.filter(Boolean).join(" · ")}
          </p>
          {holder !== "" && (
            <p className="text-sm break-words text-muted">
              <bdi>{holder}</bdi>
            </p>
          )}
        </div>
        <div className="flex gap-2">
          <Button look="secondary" size="sm" onClick={onEdit}>
            {t("payments.edit")}
          </Button>
          <Button look="quiet" size="sm" onClick={onRemove}>
            {t("payments.remove")}
          </Button>
        </div>
      </Card>
    </li>
  );
}

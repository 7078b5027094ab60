/** The question before an account is removed; one that an open trade has stays, and says so. */
import type { BankAccount, MobileWallet } from "#contract/market/trades/payment/accounts.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";

type Target =
  | { readonly what: "remove_bank"; readonly account: BankAccount }
  | { readonly what: "remove_wallet"; readonly wallet: MobileWallet };

type Props = {
  readonly target: Target;
  readonly onClose: () => void;
  readonly onAccounts: (left: BankAccount[]) => void;
  readonly onWallets: (left: MobileWallet[]) => void;
};

export function RemoveAccount({ target, onClose, onAccounts, onWallets }: Props) {
  const t = useT();
  const page = usePage();
  const remove = useAction(
    async () => {
      const { deleteBankAccount, deleteMobileWallet } = await import("#contract/market/trades/payment/accounts.ts");
      if (target.what === "remove_bank")
        onAccounts((await page.call(deleteBankAccount, { params: { id: target.account.id } })).data);
      else onWallets((await page.call(deleteMobileWallet, { params: { id: target.wallet.id } })).data);
      page.toast("success", t("payments.removed"));
    },
    { quiet: true },
  );
  const isBank = target.what === "remove_bank";
  const name = isBank
    ? `${target.account.bankName ?? target.account.holderName} ${target.account.masked}`
    : `${target.wallet.paymentMethod.name} ${target.wallet.phone}`;
  const isInUse = isBank ? target.account.isInUse : target.wallet.isInUse;
  return (
    <Dialog isOpen onClose={onClose} title={t("payments.remove_title", { name })} closeLabel={t("shell.close")}>
      <div className="grid gap-4">
        <p className="text-sm text-muted">{t(isInUse ? "payments.in_use_text" : "payments.remove_text")}</p>
        {remove.refusal && <Alert kind="danger">{remove.refusal.message}</Alert>}
        <Button look="danger" wide disabled={isInUse} isBusy={remove.isRunning} onClick={() => void remove.run()}>
          {t("payments.remove")}
        </Button>
      </div>
    </Dialog>
  );
}

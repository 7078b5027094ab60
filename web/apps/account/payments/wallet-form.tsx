/** Adding a wallet of mobile money, or putting another in its place. */
import { useState } from "react";
import type { MobileWallet } from "#contract/market/trades/payment/accounts.ts";
import { WALLET_NAME_MAX } from "#contract/market/trades/payment/account-names.ts";
import { isBlank, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { typedCode } from "#contract/platform/typed-numbers.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select } from "#ui/forms/input.tsx";

type Props = {
  /** null for a new one. */
  readonly wallet: MobileWallet | null;
  readonly methods: readonly { readonly id: number; readonly name: string }[];
  readonly onClose: () => void;
  readonly onSaved: (saved: MobileWallet) => void;
};

export function WalletForm({ wallet, methods, onClose, onSaved }: Props) {
  const t = useT();
  const page = usePage();
  const [methodId, setMethodId] = useState(wallet?.paymentMethod.id ?? 0);
  const [holderName, setHolderName] = useState(wallet?.holderName ?? "");
  const [phone, setPhone] = useState(wallet?.phone ?? "");
  const save = useAction(
    async () => {
      const { createMobileWallet, updateMobileWallet } = await import("#contract/market/trades/payment/accounts.ts");
      const body = { payment_method_id: methodId, holder_name: trimmed(holderName), phone: trimmed(phone) };
      const { data } = wallet
        ? await page.call(updateMobileWallet, { params: { id: wallet.id }, body })
        : await page.call(createMobileWallet, { body });
      page.toast("success", t("payments.saved"));
      onSaved(data);
    },
    { fields: ["payment_method_id", "holder_name", "phone"] },
  );
  const isReady = methodId > 0 && !isBlank(holderName) && !isBlank(phone);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(wallet ? "payments.edit_wallet" : "payments.add_wallet")}
      closeLabel={t("shell.close")}
    >
      <Form className="grid gap-4" onSubmit={() => isReady && void save.run()}>
        <Field label={t("payments.method")} error={save.refusal?.fault("payment_method_id")}>
          {(ids) => (
            <Select {...ids} value={String(methodId)} onChange={(event) => setMethodId(Number(event.target.value))}>
              <option value="0">{t("payments.choose_method")}</option>
              {methods.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t("payments.wallet_holder")} error={save.refusal?.fault("holder_name")}>
          {(ids) => (
            <Input
              {...ids}
              autoComplete="name"
              maxLength={WALLET_NAME_MAX}
              value={holderName}
              onChange={(event) => setHolderName(event.target.value)}
            />
          )}
        </Field>
        <Field label={t("payments.phone")} hint={t("payments.phone_hint")} error={save.refusal?.fault("phone")}>
          {(ids) => (
            <Input
              {...ids}
              type="tel"
              dir="ltr"
              maxLength={40}
              value={phone}
              onChange={(event) => setPhone(typedCode(event.target.value))}
            />
          )}
        </Field>
        <Button type="submit" wide disabled={!isReady} isBusy={save.isRunning}>
          {t("payments.save")}
        </Button>
      </Form>
    </Dialog>
  );
}

/** The payment account that a sale is paid to, or the wallet that pays a purchase: of those that the method reaches. */
import { commaOf } from "#contract/platform/locales.ts";
import type { RampDirection } from "#contract/products/ramps/names.ts";
import type { RampCorridor } from "#contract/products/ramps/ramps.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { LinkButton } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Select } from "#ui/forms/input.tsx";
import type { Start } from "./start.ts";

type Account = Start["accounts"][number];

export const needsAccount = (direction: RampDirection, { rail }: RampCorridor): boolean =>
  direction === "sell" || rail === "mobile_money";

/** As the server has it, but for the names of banks, which it compares. */
export function reachedAccounts({ accounts }: Start, { rail, countryIso, currencyCode }: RampCorridor): Account[] {
  return accounts.filter(
    (one) =>
      one.countryIso === countryIso &&
      (rail === "bank" ? one.kind === "bank" && one.currencyCode === currencyCode : one.kind === "wallet"),
  );
}

type Props = {
  readonly direction: RampDirection;
  readonly corridor: RampCorridor;
  readonly accounts: readonly Account[];
  readonly value: string;
  readonly error: string | undefined;
  readonly onChoose: (id: string) => void;
};

export function AccountField({ direction, corridor, accounts, value, error, onChoose }: Props) {
  const t = useT();
  const page = usePage();
  const label = t(direction === "sell" ? "ramps.account.to" : "ramps.account.from");
  const { rail, currencyCode, networks } = corridor;
  if (accounts.length === 0)
    return (
      <div className="grid gap-2 rounded-lg border border-dashed border-edge p-4 text-sm">
        <p className="font-medium">{label}</p>
        <p className="text-muted">
          {t(rail === "bank" ? "ramps.account.no_bank" : "ramps.account.no_wallet", { currency: currencyCode })}
        </p>
        <LinkButton
          look="secondary"
          size="sm"
          className="justify-self-start"
          href={page.href("accountPayments", undefined)}
        >
          {t("ramps.account.add")}
        </LinkButton>
      </div>
    );
  return (
    <Field
      label={label}
      error={error}
      hint={
        networks.length > 0
          ? t("ramps.account.reaches", { names: networks.slice(0, 6).join(commaOf(page.locale)) })
          : t("ramps.account.own")
      }
    >
      {(ids) => (
        <Select {...ids} value={value} onChange={(event) => onChoose(event.target.value)}>
          {accounts.map((one) => (
            <option key={one.id} value={one.id}>
              {[one.name, one.masked, one.holderName].filter(Boolean).join(" · ")}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

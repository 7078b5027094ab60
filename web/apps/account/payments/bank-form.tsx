/** Adding a bank account, or putting another in its place: what is asked for follows from the country. */
import { useState } from "react";
import {
  ACCOUNT_COUNTRIES,
  type AccountCountry,
  type AccountField,
} from "#contract/market/trades/payment/account-names.ts";
import type { PaymentChoices } from "#contract/market/pages.ts";
import type { BankAccount, BankAccountBody, WholeBankAccount } from "#contract/market/trades/payment/accounts.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Select } from "#ui/forms/input.tsx";
import { RadioCards } from "#ui/forms/radio-cards.tsx";
import { AccountFields } from "./account-fields.tsx";
import { faultOf, type Texts } from "./fault-text.ts";

type Props = {
  /** null for a new one. */
  readonly account: BankAccount | null;
  readonly choices: PaymentChoices;
  readonly onClose: () => void;
  readonly onSaved: (saved: BankAccount) => void;
};

export function BankForm({ account, choices, onClose, onSaved }: Props) {
  const t = useT();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(account ? "payments.edit_bank" : "payments.add_bank")}
      closeLabel={t("shell.close")}
    >
      {account ? (
        <Whole id={account.id}>{(whole) => <Entry whole={whole} choices={choices} onSaved={onSaved} />}</Whole>
      ) : (
        <Entry whole={null} choices={choices} onSaved={onSaved} />
      )}
    </Dialog>
  );
}

/** The list has the end of its number only: what is edited is asked for. */
function Whole({ id, children }: { id: string; children: (whole: WholeBankAccount) => React.ReactNode }) {
  const t = useT();
  const page = usePage();
  const { data, isError, refetch } = usePageQuery<WholeBankAccount>({
    queryKey: ["bank-account", id],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const { getBankAccount } = await import("#contract/market/trades/payment/accounts.ts");
      return (await page.call(getBankAccount, { params: { id }, signal })).data;
    },
  });
  if (data) return children(data);
  if (!isError) return <p className="text-sm text-muted">{t("payments.loading")}</p>;
  return (
    <div className="grid gap-3">
      <Alert kind="danger">{t("payments.failed")}</Alert>
      <Button look="secondary" onClick={() => void refetch()}>
        {t("payments.try_again")}
      </Button>
    </div>
  );
}

const WORLDWIDE = 9999;
type EntryProps = Pick<Props, "choices" | "onSaved"> & { readonly whole: WholeBankAccount | null };

function Entry({ whole, choices, onSaved }: EntryProps) {
  const t = useT();
  const page = usePage();
  const [countryId, setCountryId] = useState(whole?.countryId ?? choices.countryId);
  const [currencyId, setCurrencyId] = useState(whole?.currency.id ?? choices.currencyId);
  const [isPersonal, setPersonal] = useState(whole?.isPersonal ?? true);
  const [texts, setTexts] = useState<Texts>(whole?.fields ?? {});
  const chosen = choices.countries.find(({ id }) => id === countryId);
  const country = ruleOf(chosen?.iso);
  const save = useAction(
    async () => {
      const { createBankAccount, updateBankAccount } = await import("#contract/market/trades/payment/accounts.ts");
      const { ASKED_FIELDS } = await import("#contract/market/trades/payment/account-names.ts");
      const asked = ASKED_FIELDS[country].map(({ field }) => field);
      const body = bodyOf(texts, asked, {
        country_id: countryId,
        fiat_currency_id: currencyId,
        is_personal: isPersonal,
      });
      const { data } = whole
        ? await page.call(updateBankAccount, { params: { id: whole.id }, body })
        : await page.call(createBankAccount, { body });
      page.toast("success", t("payments.saved"));
      onSaved(data);
    },
    { fields: ["country_id", "fiat_currency_id", ...Object.keys(LABELLED)] },
  );
  const chooseCountry = (id: number) => {
    setCountryId(id);
    const own = choices.countries.find((one) => one.id === id)?.currencyId;
    if (own) setCurrencyId(own);
  };
  return (
    <Form className="grid gap-4" onSubmit={() => void save.run()}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("payments.country")} error={faultOf(t, save.refusal, "country_id")}>
          {(ids) => (
            <Select {...ids} value={String(countryId)} onChange={(event) => chooseCountry(Number(event.target.value))}>
              {choices.countries.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
              <option value={WORLDWIDE}>{t("payments.other_country")}</option>
            </Select>
          )}
        </Field>
        <Field label={t("payments.currency")} error={faultOf(t, save.refusal, "fiat_currency_id")}>
          {(ids) => (
            <Select {...ids} value={String(currencyId)} onChange={(event) => setCurrencyId(Number(event.target.value))}>
              {choices.currencies.map(({ id, code, name }) => (
                <option key={id} value={id}>
                  {`${code} · ${name}`}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <RadioCards
        legend={t("payments.owner")}
        name="owner"
        value={isPersonal ? "personal" : "business"}
        cards={(["personal", "business"] as const).map((value) => ({
          value,
          title: t(`payments.${value}`),
          text: t(`payments.${value}_text`),
        }))}
        onChange={(value) => setPersonal(value === "personal")}
      />
      <AccountFields
        country={country}
        countryId={countryId}
        countries={choices.countries}
        isPersonal={isPersonal}
        texts={texts}
        refusal={save.refusal}
        onText={(field, text) => setTexts((known) => ({ ...known, [field]: text }))}
      />
      <Button type="submit" wide isBusy={save.isRunning}>
        {t("payments.save")}
      </Button>
    </Form>
  );
}

function ruleOf(iso: string | undefined): AccountCountry {
  return ACCOUNT_COUNTRIES.find((country) => country === iso) ?? "OTHER";
}

/** Every field that the form shows a fault of. */
const LABELLED: Readonly<Record<AccountField, true>> = {
  ...{ holder_name: true, bank_id: true, routing_number: true, account_number: true, ifsc: true, clabe: true },
  ...{ iban: true, swift: true, bank_name: true, residence_country_id: true, address: true, city: true },
  ...{ state: true, zip: true, additional_info: true },
};

type Facts = Pick<BankAccountBody, "country_id" | "fiat_currency_id" | "is_personal">;

/** Empty fields and fields of another country are not sent. */
function bodyOf(texts: Texts, asked: readonly AccountField[], facts: Facts): BankAccountBody {
  const given = asked.flatMap((field): (readonly [name: string, value: unknown])[] => {
    const text = trimmed(texts[field] ?? "");
    if (text === "") return [];
    if (field === "iban") return [["sepa", { iban: text.toUpperCase() }]];
    // The CLABE is the account number.
    if (field === "clabe") return [["account_number", text]];
    return [[field, field === "residence_country_id" ? Number(text) : text]];
  });
  return { ...facts, ...Object.fromEntries(given) };
}

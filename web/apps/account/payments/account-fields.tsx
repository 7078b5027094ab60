/** The fields that a country asks for, each with its own control. */
import {
  type AccountCountry,
  type AccountField,
  ASKED_FIELDS,
  type AskedField,
  labelOf,
} from "#contract/market/trades/payment/account-names.ts";
import type { PaymentChoices } from "#contract/market/pages.ts";
import type { Bank } from "#contract/market/trades/payment/accounts.ts";
import type { Declined } from "#sdk/declined.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { typedCode } from "#contract/platform/typed-numbers.ts";
import { Field, type FieldIds } from "#ui/forms/field.tsx";
import { Input, Select, TextArea } from "#ui/forms/input.tsx";
import { faultOf, type Texts } from "./fault-text.ts";

type Props = {
  readonly country: AccountCountry;
  readonly countryId: number;
  readonly countries: PaymentChoices["countries"];
  readonly isPersonal: boolean;
  readonly texts: Texts;
  readonly refusal: Declined | null;
  readonly onText: (field: AccountField, text: string) => void;
};

const NOTES = { GB: "payments.gb_hint", OTHER: "payments.other_hint" } as const;

export function AccountFields(props: Props) {
  const t = useT();
  const { country } = props;
  return (
    <>
      {(country === "GB" || country === "OTHER") && <p className="text-sm text-muted">{t(NOTES[country])}</p>}
      <div className="grid gap-4 sm:grid-cols-2">
        {ASKED_FIELDS[country].map((asked) => (
          <One key={asked.field} asked={asked} {...props} />
        ))}
      </div>
    </>
  );
}

/** In the words of the country. */
function labelKey(field: AccountField, { country, isPersonal }: Pick<Props, "country" | "isPersonal">) {
  if (field === "holder_name" && !isPersonal) return "payments.field.holder_company";
  return `payments.field.${labelOf(field, country)}` as const;
}

const WIDE: readonly AccountField[] = ["holder_name", "iban", "bank_id", "address", "additional_info"];
const DIGITS: readonly AccountField[] = ["routing_number", "clabe"];

function One({ asked: { field, need }, ...props }: Props & { asked: AskedField }) {
  const t = useT();
  const { texts, refusal, onText } = props;
  const value = texts[field] ?? "";
  const aside =
    need === "optional" ? t("payments.optional") : need === "either" ? t("payments.one_of_these") : undefined;
  const isText = ["holder_name", "bank_name", "address", "city", "state", "additional_info"].includes(field);
  const control = (ids: FieldIds) => {
    if (field === "bank_id") return <BankSelect ids={ids} {...props} />;
    if (field === "residence_country_id")
      return (
        <Select {...ids} value={value} onChange={(event) => onText(field, event.target.value)}>
          <option value="" />
          {props.countries.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      );
    if (field === "additional_info")
      return (
        <TextArea {...ids} maxLength={200} value={value} onChange={(event) => onText(field, event.target.value)} />
      );
    return (
      <Input
        {...ids}
        {...(isText ? {} : { dir: "ltr" as const, autoComplete: "off", spellCheck: false })}
        {...(DIGITS.includes(field) ? { inputMode: "numeric" as const } : {})}
        maxLength={isText ? 200 : 60}
        value={value}
        onChange={({ target: { value: typed } }) => onText(field, isText ? typed : typedCode(typed))}
      />
    );
  };
  return (
    <Field
      label={t(labelKey(field, props))}
      aside={aside}
      error={faultOf(t, refusal, field)}
      className={WIDE.includes(field) ? "sm:col-span-2" : ""}
    >
      {control}
    </Field>
  );
}

/** The banks of the country, as its directory has them. */
function BankSelect({ ids, countryId, texts, onText }: Props & { ids: FieldIds }) {
  const t = useT();
  const page = usePage();
  const { data: banks, isError } = usePageQuery<readonly Bank[]>({
    queryKey: ["banks", countryId],
    queryFn: async ({ signal }) => {
      const { listBanks } = await import("#contract/market/trades/payment/accounts.ts");
      return (await page.call(listBanks, { query: { country_id: String(countryId), limit: "1000" }, signal })).data;
    },
  });
  return (
    <>
      <Select {...ids} value={texts.bank_id ?? ""} onChange={(event) => onText("bank_id", event.target.value)}>
        <option value="">{t("payments.choose_bank")}</option>
        {banks?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {isError && <p className="text-xs font-medium text-bad">{t("payments.banks_failed")}</p>}
    </>
  );
}

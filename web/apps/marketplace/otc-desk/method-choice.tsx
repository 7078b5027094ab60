/** Some payment methods out of all: the chosen ones can be removed, another is looked for in the list. */
import { useState } from "react";
import { OTC_LIMITS } from "#contract/market/otc/names.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { IconButton } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { PickerButton } from "#ui/forms/picker/button.tsx";
import { PickerDialog } from "#ui/forms/picker/dialog.tsx";
import { Icon } from "#ui/icon.tsx";
import { close } from "#ui/icons/shapes.ts";
import { MethodIcon } from "#ui/pictures/method-icon.tsx";

export type ChosenMethod = { readonly slug: string; readonly name: string };

type Props = {
  readonly chosen: readonly ChosenMethod[];
  readonly onChange: (chosen: readonly ChosenMethod[]) => void;
  readonly error: string | undefined;
};

export function MethodChoice({ chosen, onChange, error }: Props) {
  const t = useT();
  const page = usePage();
  const [isPicking, setPicking] = useState(false);
  const { data: methods = null } = usePageQuery({
    queryKey: ["otc-methods", page.locale],
    queryFn: async () => {
      const { listPaymentMethods } = await import("#contract/reference/catalog.ts");
      const { data } = await page.call(listPaymentMethods, { query: { mode: "short", locale: page.locale } });
      return data.map(({ slug, name, group, icon }) => ({ slug, name: name.localized, group, icon }));
    },
    enabled: isPicking,
  });
  const left = methods?.filter(({ slug }) => !chosen.some((one) => one.slug === slug));
  return (
    <Field label={t("otc.ask.methods")} hint={t("otc.ask.methods_hint", { max: OTC_LIMITS.methods })} error={error}>
      {(ids) => (
        <>
          {chosen.length > 0 && (
            <ul className="flex flex-wrap gap-2">
              {chosen.map((method) => (
                <li key={method.slug} className="flex items-center gap-1 rounded-lg bg-sunken ps-3 text-sm font-medium">
                  {method.name}
                  <IconButton
                    label={t("otc.ask.remove", { name: method.name })}
                    onClick={() => onChange(chosen.filter(({ slug }) => slug !== method.slug))}
                  >
                    <Icon shape={close} size={14} />
                  </IconButton>
                </li>
              ))}
            </ul>
          )}
          {chosen.length < OTC_LIMITS.methods && (
            <PickerButton {...ids} onClick={() => setPicking(true)}>
              {t("otc.ask.add_method")}
            </PickerButton>
          )}
          <PickerDialog
            isOpen={isPicking}
            onClose={() => setPicking(false)}
            title={t("otc.ask.methods")}
            closeLabel={t("shell.close")}
            searchLabel={t("otc.ask.search_method")}
            emptyText={t("otc.ask.no_method")}
            items={
              left?.map(({ slug, name, group, icon }) => ({
                key: slug,
                label: name,
                search: slug,
                icon: <MethodIcon name={name} group={group} src={icon} size="sm" />,
              })) ?? null
            }
            chosen={null}
            onPick={(slug) => {
              const picked = methods?.find((one) => one.slug === slug);
              if (picked) onChange([...chosen, { slug, name: picked.name }]);
              setPicking(false);
            }}
          />
        </>
      )}
    </Field>
  );
}

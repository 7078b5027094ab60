/** The user's saved searches: each opens its listing, and has a name and an alert. */
import { useState } from "react";
import { MOST_SAVED_SEARCHES, SEARCH_NAME_MAX } from "#contract/market/offers/saved-search-names.ts";
import type { SavedSearch } from "#contract/market/offers/saved-searches.ts";
import { listingPath } from "#contract/market/offers/listing/paths.ts";
import type { SavedSearchesProps } from "#contract/market/pages.ts";
import { localized } from "#contract/platform/localized.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";
import { search as magnifier } from "#ui/icons/shapes.ts";
import { Rows } from "#ui/rows.tsx";

export const screen: PageScreen<"saved-searches", typeof SavedSearchesScreen> = {
  title: "searches.title",
  active: "buy",
  texts: ["searches", "refusals"],
};

export default function SavedSearchesScreen({ searches }: SavedSearchesProps) {
  const page = usePage();
  const t = useT();
  const [known, setKnown] = useState(searches);
  const listing = localized(page.locale, listingPath({ side: "buy", crypto: "BTC" }));
  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-[minmax(0,1fr)] gap-5 py-6">
      <header className="grid gap-1">
        <h1 className="text-2xl font-bold tracking-tight">{t("searches.title")}</h1>
        <p className="text-sm text-muted">{t("searches.lead", { most: MOST_SAVED_SEARCHES })}</p>
      </header>
      {known.length === 0 ? (
        <EmptyState
          shape={magnifier}
          title={t("searches.none")}
          action={<LinkButton href={listing}>{t("searches.browse")}</LinkButton>}
        >
          {t("searches.none_text")}
        </EmptyState>
      ) : (
        <Rows isFramed>
          {known.map((one) => (
            <SearchRow
              key={one.id}
              search={one}
              onChange={(changed) => setKnown((all) => all.map((it) => (it.id === changed.id ? changed : it)))}
              onDelete={() => setKnown((all) => all.filter(({ id }) => id !== one.id))}
            />
          ))}
        </Rows>
      )}
    </div>
  );
}

type RowProps = {
  readonly search: SavedSearch;
  readonly onChange: (changed: SavedSearch) => void;
  readonly onDelete: () => void;
};

function SearchRow({ search, onChange, onDelete }: RowProps) {
  const page = usePage();
  const t = useT();
  const [isRenaming, setRenaming] = useState(false);
  const params = { id: search.id };
  const change = useAction(
    async (body: { name?: string; hasAlert?: boolean }) => {
      const { changeSavedSearch } = await import("#contract/market/offers/saved-searches.ts");
      onChange((await page.call(changeSavedSearch, { params, body })).data);
      setRenaming(false);
    },
    { fields: ["name"] },
  );
  const drop = useAction(async () => {
    const { deleteSavedSearch } = await import("#contract/market/offers/saved-searches.ts");
    await page.call(deleteSavedSearch, { params });
    onDelete();
  });
  return (
    <li className="grid gap-2 p-4">
      {isRenaming ? (
        <RenameForm
          name={search.name}
          fault={change.refusal?.fault("name")}
          isBusy={change.isRunning}
          onName={(name) => void change.run({ name })}
        />
      ) : (
        <a href={localized(page.locale, search.address)} className="font-medium break-words text-brand hover:underline">
          <bdi>{search.name}</bdi>
        </a>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Checkbox
          checked={search.hasAlert}
          onChange={(event) => void change.run({ hasAlert: event.target.checked })}
          hint={
            search.alertedAt ? (
              <>
                {t("searches.last")} <LocalTime at={search.alertedAt} />
              </>
            ) : undefined
          }
        >
          {t("searches.alert")}
        </Checkbox>
        <div className="flex gap-1">
          <Button
            size="sm"
            look="quiet"
            aria-label={t("searches.rename_of", { name: search.name })}
            onClick={() => setRenaming(!isRenaming)}
          >
            {t(isRenaming ? "searches.cancel" : "searches.rename")}
          </Button>
          <Button
            size="sm"
            look="quiet"
            aria-label={t("searches.delete_of", { name: search.name })}
            isBusy={drop.isRunning}
            onClick={() => void drop.run()}
          >
            {t("searches.delete")}
          </Button>
        </div>
      </div>
    </li>
  );
}

type RenameProps = {
  readonly name: string;
  readonly fault: string | undefined;
  readonly isBusy: boolean;
  readonly onName: (name: string) => void;
};

function RenameForm({ name, fault, isBusy, onName }: RenameProps) {
  const t = useT();
  const [text, setText] = useState(name);
  return (
    <Form className="flex flex-wrap items-end gap-2" onSubmit={() => onName(text)}>
      <Field label={t("searches.name")} error={fault} className="min-w-0 grow">
        {(ids) => (
          <Input
            {...ids}
            required
            maxLength={SEARCH_NAME_MAX}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <Button type="submit" isBusy={isBusy}>
        {t("searches.save")}
      </Button>
    </Form>
  );
}

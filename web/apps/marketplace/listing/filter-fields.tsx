/** All filters of the list. The same fields are beside it on wide screens and in the sheet on phones. */
import { useState } from "react";
import { activeFilters, type ListingState, withoutFilters } from "#contract/market/offers/listing/address.ts";
import { OFFER_RULES, RULE_FILTERS } from "#contract/market/offers/offer-fields.ts";
import type { ListingProps } from "#contract/market/offers/listing/page.ts";
import { countText } from "#sdk/words/money.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { typedCode } from "#contract/platform/typed-numbers.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { chevronDown } from "#ui/icons/shapes.ts";
import { Input, Select } from "#ui/forms/input.tsx";
import { Chip } from "#ui/chip.tsx";
import { CountryField } from "./country-field.tsx";
import { TAG_SLUGS } from "./tag-slugs.ts";

export function FilterFields({
  state,
  facets,
  apply,
}: {
  state: ListingState;
  facets: ListingProps["facets"];
  apply: (change: Partial<ListingState>) => void;
}) {
  const page = usePage();
  const t = useT();
  const session = useSession();
  const isCard =
    state.isOfGiftCards || state.group === "gift-cards" || state.binCode !== null || state.cardRegion !== null;
  const groups = facets.groups
    .map((group) => ({ ...group, word: t.maybe(`catalog.groups.${group.slug}`, group.slug) }))
    .sort((a, b) => a.word.localeCompare(b.word, page.locale));
  return (
    <div className="grid gap-4">
      <div className="grid">
        <Checkbox checked={state.onlineUsers} onChange={(event) => apply({ onlineUsers: event.target.checked })}>
          {t("listing.filter.online")}
        </Checkbox>
        <Checkbox
          checked={state.isVerifiedUsers}
          onChange={(event) => apply({ isVerifiedUsers: event.target.checked })}
        >
          {t("listing.filter.verified_users")}
        </Checkbox>
        {RULE_FILTERS.map(({ name, address }) => (
          <Checkbox
            key={name}
            checked={state[address]}
            onChange={(event) => apply({ [address]: event.target.checked })}
          >
            {t.maybe(`rules.filter.${OFFER_RULES[name].wire}`, address)}
          </Checkbox>
        ))}
        {(session !== null || state.countryIso !== null) && (
          <Checkbox
            checked={state.localMethods}
            onChange={(event) => apply({ localMethods: event.target.checked })}
            hint={t("listing.filter.local_methods_hint")}
          >
            {t("listing.filter.local_methods")}
          </Checkbox>
        )}
        {session !== null && (
          <Checkbox checked={state.block} onChange={(event) => apply({ block: event.target.checked })}>
            {t("listing.filter.block")}
          </Checkbox>
        )}
        {page.flags.isNewbieOffersEnabled && (
          <Checkbox
            checked={state.acceptableOnly}
            onChange={(event) => apply({ acceptableOnly: event.target.checked })}
            hint={t("listing.filter.acceptable_hint")}
          >
            {t("listing.filter.acceptable")}
          </Checkbox>
        )}
      </div>
      <Field label={t("listing.filter.group")}>
        {(ids) => (
          <Select {...ids} value={state.group ?? ""} onChange={(event) => apply({ group: event.target.value || null })}>
            <option value="">{t("listing.filter.any_group")}</option>
            {groups.map((group) => (
              <option key={group.slug} value={group.slug}>
                {group.word} ({countText(page.locale, group.count)}
                {facets.isExact ? "" : "+"})
              </option>
            ))}
          </Select>
        )}
      </Field>
      <CountryField
        label={t("listing.filter.owner_country")}
        iso={state.usersCountryIso}
        onPick={(usersCountryIso) => apply({ usersCountryIso })}
      />
      <CountryField
        label={t("listing.filter.my_country")}
        iso={state.countryIso}
        onPick={(countryIso) =>
          apply({ countryIso, localMethods: state.localMethods && (countryIso !== null || session !== null) })
        }
      />
      <CountryField
        label={t("listing.filter.location")}
        countryId={state.locationId}
        onPickId={(locationId) => apply({ locationId })}
      />
      {isCard && (
        <>
          <BinField value={state.binCode} onValue={(binCode) => apply({ binCode })} />
          <CountryField
            label={t("listing.filter.card_region")}
            iso={state.cardRegion}
            onPick={(cardRegion) => apply({ cardRegion })}
          />
        </>
      )}
      <TagChips tags={state.tags} onTags={(tags) => apply({ tags })} />
      {activeFilters(state) > 0 && (
        <Button look="quiet" onClick={() => apply(withoutFilters(state))}>
          {t("listing.empty.clear")}
        </Button>
      )}
    </div>
  );
}

function BinField({ value, onValue }: { value: string | null; onValue: (bin: string | null) => void }) {
  const t = useT();
  const [text, setText] = useState(value ?? "");
  const isRight = /^(|[0-9]{4,8})$/.test(text);
  return (
    <Field label={t("listing.filter.bin")} error={isRight ? undefined : t("listing.filter.bin_fault")}>
      {(ids) => (
        <Input
          {...ids}
          inputMode="numeric"
          value={text}
          onChange={(event) => setText(typedCode(event.target.value).replace(/[ -]/g, ""))}
          onBlur={() => isRight && onValue(text || null)}
        />
      )}
    </Field>
  );
}

function TagChips({ tags, onTags }: { tags: string[]; onTags: (tags: string[]) => void }) {
  const page = usePage();
  const t = useT();
  const words = TAG_SLUGS.map((slug) => ({ slug, word: t.maybe(`catalog.tags.${slug}`, slug) }));
  // In the page's language, not the machine's: server and browser must come to the same order.
  words.sort((a, b) => a.word.localeCompare(b.word, page.locale));
  return (
    <details className="group" open={tags.length > 0 || undefined}>
      <summary className="flex min-h-11 items-center justify-between text-sm font-medium">
        <span>
          {t("listing.filter.tags")}
          {tags.length > 0 && ` (${tags.length})`}
        </span>
        <Icon shape={chevronDown} className="text-muted group-open:rotate-180" />
      </summary>
      <div className="flex flex-wrap gap-1.5 pt-1">
        {words.map(({ slug, word }) => {
          const isOn = tags.includes(slug);
          return (
            <Chip
              key={slug}
              isOn={isOn}
              onClick={() => onTags(isOn ? tags.filter((one) => one !== slug) : [...tags, slug].sort())}
            >
              {word}
            </Chip>
          );
        })}
      </div>
    </details>
  );
}

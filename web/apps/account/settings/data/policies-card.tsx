/** The terms, with the versions that the reader accepted. */
import type { PolicyLine } from "#contract/people/policy-names.ts";
import { useT } from "#sdk/page-kit.ts";
import { PolicyState } from "./policy-state.tsx";
import { SettingsCard } from "../settings-card.tsx";

export function PoliciesCard({ policies }: { readonly policies: readonly PolicyLine[] }) {
  const t = useT();
  return (
    <SettingsCard id="policies" title={t("policies.title")} lead={t("policies.lead")}>
      <ul className="grid gap-4">
        {policies.map((line) => (
          <li key={line.policy}>
            <PolicyState first={line} />
          </li>
        ))}
      </ul>
    </SettingsCard>
  );
}

/** The legal name of a company, sealed in the row of its account. */
import { seal, unseal } from "../../platform/sealed.ts";
import type { UserRow } from "./rows.ts";

type Company = Pick<UserRow, "external_id" | "company_name_sealed">;

/** The legal name of a company that was approved; null for any other account. */
export function companyNameOf({ external_id: id, company_name_sealed: name }: Company): string | null {
  return name && unseal(name, `users.company_name:${id}`);
}

export const sealCompanyName = ({ external_id: id }: Pick<UserRow, "external_id">, name: string): Buffer =>
  seal(name, `users.company_name:${id}`);

type Shown = Company & Pick<UserRow, "shows_business_name" | "trading_name">;

/** The name by which others know a company: the approved trading name where it shows that, else the legal one; null until it is approved. */
export function companyShownAs(company: Shown): string | null {
  const legalName = companyNameOf(company);
  if (legalName === null) return null;
  return (company.shows_business_name ? company.trading_name : null) ?? legalName;
}

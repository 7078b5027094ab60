/** Acceptance of terms: the versions in force, and what each user accepted. */
export { acceptAtRegistration, policyLines, viewPolicies } from "./policies.ts";
export { module } from "./module.ts";

/** Names by which customers know a company: asked for by the company, approved by two reviewers. */
export { module } from "./module.ts";
export { viewOwnNames } from "./own-names.ts";
export { viewTradingNames } from "./review.ts";

/** Endpoints of the help: the index of its search, and votes for its articles. */
import * as calls from "#contract/site/help.ts";
import { route } from "../../platform/http/policy.ts";
import { articleIndex, voteForArticle } from "./articles.ts";

export const routes = [
  route(calls.listArticles, { auth: "public", rateLimit: "read", openEverywhere: true }, async ({ query }) =>
    articleIndex(query?.locale ?? "en"),
  ),
  route(
    calls.voteForArticle,
    { auth: "public", rateLimit: "write", openEverywhere: true, unrestricted: true },
    ({ tx, body, viewer, caller }) => voteForArticle(tx, { ...body, viewer, caller }),
  ),
];

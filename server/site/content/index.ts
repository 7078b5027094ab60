/** Pages of text, from the Markdown files in content/. */
export { helpPages } from "./articles.ts";
export { contentMenus, contentPages } from "./content-pages.ts";
export { module } from "./module.ts";
export { blogPages, mountFeeds } from "./posts.ts";
export { mountSitemap } from "./sitemap.ts";

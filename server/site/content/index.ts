/** Pages of text, from the Markdown files in content/. */
export { eventPages } from "./events.ts";
export { helpPages } from "./articles.ts";
export { contentMenus, contentPages, textProps } from "./content-pages.ts";
export { fillTitle } from "./placeholders.ts";
export { CONTENT } from "./read-all.ts";
export type { ContentPage } from "./read-content.ts";
export { module } from "./module.ts";
export { blogPages, mountFeeds } from "./posts.ts";
export { mountSitemap } from "./sitemap.ts";

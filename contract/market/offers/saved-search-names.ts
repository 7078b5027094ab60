/** Numbers of saved searches that forms and the server agree on. */
export const MOST_SAVED_SEARCHES = 20;
export const SEARCH_NAME_MAX = 80;
export const SEARCH_ADDRESS_MAX = 1000;

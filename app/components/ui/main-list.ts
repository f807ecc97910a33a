/** The id of the list that a page is about, the target of the second skip link. */
export const MAIN_LIST = "list";

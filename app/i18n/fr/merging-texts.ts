import merging from "./merging.json";

/** Texts for deleting and merging leads and affiliates, which the lists do not load. */
export default { merging };

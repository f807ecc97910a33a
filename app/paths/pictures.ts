import sizes from "./pictures.json";

/** A screenshot in public/site. */
export type PictureName = keyof typeof sizes;

/** Width and height of each screenshot on the page, and the widths of its files. */
export { sizes as pictureSizes };
